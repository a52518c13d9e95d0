/** The leads filter lives in the page's address, so that a view can be shared. */
import { FOLLOW_UPS, LEAD_ORDERS, LEAD_STATUSES, type LeadPage } from '@firsttouch/api/contract/leads'
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
export const WHENS = [
  ['due', 'Due'],
  ['overdue', 'Overdue'],
  ['later', 'Later'],
  ['none', 'No day'],
] as const satisfies readonly (readonly [(typeof FOLLOW_UPS)[number], string])[]
/** Beside the one that shows what to do next on top. */
export const ORDERS = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['updated', 'Last updated'],
  ['name', 'Name'],
] as const satisfies readonly (readonly [(typeof LEAD_ORDERS)[number], string])[]

/** Behind the button. */
const MORE = ['lead-variant', 'lead-from', 'lead-to', 'lead-spam']
const OWNER = /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
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
  const [owner, setOwner] = useAddressValue('lead-owner')
  const [followUp, setFollowUp] = useAddressValue('lead-follow-up', FOLLOW_UPS)
  const [person, setPerson] = useAddressValue('lead-person')
  const page = usePageFilter()
  return {
    ...{ text, setText, status, setStatus, source, setSource, order, setOrder, variant, setVariant },
    ...{ from, setFrom, to, setTo, spam, setSpam, person, setPerson },
    ...{ owner: OWNER.test(owner) ? owner : '', setOwner, followUp, setFollowUp },
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
      owner: OWNER.test(owner) ? owner : '',
      followUp,
      utmSource: page.source,
      campaign: page.campaign,
    }),
  }
}
export type LeadFilter = ReturnType<typeof useLeadFilter>

/** What the filter finds: the page's first load, its navigation and the inbox all read the same. */
export const useLeadPages = ({ asked, order }: Pick<LeadFilter, 'asked' | 'order'>): InboxPages<LeadPage> =>
  useInboxPages<LeadPage>('leads', asked, order || 'next')
