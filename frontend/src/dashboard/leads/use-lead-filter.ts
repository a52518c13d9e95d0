/** The leads filter lives in the page's address, so that a view can be shared. */
import { LEAD_ORDERS, LEAD_STATUSES, type LeadPage } from '@firsttouch/api/contract/leads'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { useAddress, useAddressValue } from '../address.ts'
import { filterOf, type InboxPages, useInboxPages } from '../inbox-pages.ts'
import { labelOf } from '../labels.ts'
import { usePageFilter } from '../page-filter.ts'

export const FORMS = ['contact_form', 'promotional_popup', 'trial_signup_page'].map(
  form => [form, labelOf(form)] as const,
)
export const VARIANTS = EXPERIMENTS.flatMap(test =>
  test.variants.map(variant => [variant.name, variant.label] as const),
)
export const ORDERS = [
  ['oldest', 'Oldest first'],
  ['updated', 'Last updated'],
  ['name', 'Name'],
] as const satisfies readonly (readonly [(typeof LEAD_ORDERS)[number], string])[]

/** Behind the button. */
const MORE = ['lead-variant', 'lead-from', 'lead-to', 'lead-spam']
const DAY = /^2\d{3}-\d\d-\d\d$/

export const useLeadFilter = () => {
  const { get, set } = useAddress()
  const [text, setText] = useAddressValue('lead-search')
  const [status, setStatus] = useAddressValue('lead-status', LEAD_STATUSES)
  const [source, setSource] = useAddressValue(
    'lead-source',
    FORMS.map(([form]) => form),
  )
  const [order, setOrder] = useAddressValue('lead-order', LEAD_ORDERS)
  const [variant, setVariant] = useAddressValue(
    'lead-variant',
    VARIANTS.map(([name]) => name),
  )
  const [from, setFrom] = useAddressValue('lead-from')
  const [to, setTo] = useAddressValue('lead-to')
  const [spam, setSpam] = useAddressValue('lead-spam', ['only'])
  const [person, setPerson] = useAddressValue('lead-person')
  const page = usePageFilter()
  return {
    ...{ text, setText, status, setStatus, source, setSource, order, setOrder, variant, setVariant },
    ...{ from, setFrom, to, setTo, spam, setSpam, person, setPerson },
    active: MORE.filter(name => get(name)).length,
    clearMore: () => set(Object.fromEntries(MORE.map(name => [name, '']))),
    asked: filterOf({
      q: text.slice(0, 200),
      status,
      source,
      variant,
      from: DAY.test(from) ? from : '',
      to: DAY.test(to) ? to : '',
      spam,
      person,
      utmSource: page.source,
      campaign: page.campaign,
    }),
  }
}
export type LeadFilter = ReturnType<typeof useLeadFilter>

/** What the filter finds: the page's first load, its navigation and the inbox all read the same. */
export const useLeadPages = ({ asked, order }: Pick<LeadFilter, 'asked' | 'order'>): InboxPages<LeadPage> =>
  useInboxPages<LeadPage>('leads', asked, order)
