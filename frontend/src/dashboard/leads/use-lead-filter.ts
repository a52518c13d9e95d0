/** The leads filter lives in the page's address, so that a view can be shared. */
import { FOLLOW_UPS, LEAD_ORDERS, LEAD_STATUSES, type LeadPage } from '@firsttouch/api/contract/leads'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { useLocation } from 'react-router-dom'
import { deskPath } from '../../dashboard-pages.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { useAddress, useAddressValue } from '../address/use-address.ts'
import { filterOf, type InboxPages, useInboxPages } from '../pieces/inbox/inbox-pages.ts'
import { labelOf } from '../words/labels.ts'

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
export const ORDERS = [
  ['next', 'Next step first'],
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['updated', 'Last updated'],
  ['name', 'Name'],
] as const satisfies readonly (readonly [(typeof LEAD_ORDERS)[number], string])[]

/** Behind the button. */
const MORE = ['lead-variant', 'lead-from', 'lead-to', 'lead-spam']
const OWNER = /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const DAY = /^2\d{3}-\d\d-\d\d$/

/** Elsewhere the list shows what has just come; on its own page, what to do next. */
const useStandardOrder = () => (useLocation().pathname === deskPath('leads') ? 'next' : 'newest')

export const useLeadFilter = () => {
  const { get, set } = useAddress()
  const standardOrder = useStandardOrder()
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
    standardOrder,
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
export const useLeadPages = ({ asked, order, standardOrder }: LeadFilter): InboxPages<LeadPage> =>
  useInboxPages('leads', asked, order || standardOrder)
