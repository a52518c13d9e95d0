import { LEAD_STATUSES } from '@firsttouch/api/contract/lead-status'
import { useLocation } from 'react-router-dom'
import { dashboardPath } from '../../dashboard-pages.ts'
import { day, more, oneOf, setOnes, text, useFilters } from '../address/filters.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { useAddressValue } from '../address/use-address.ts'
import { BOXES, boxOf, PERIODS, useInboxPages } from '../pieces/inbox/inbox-pages.ts'
import { capitalised } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { LANDING_LABELS } from '../words/variant-names.ts'

export const STATUSES = LEAD_STATUSES.map(status => [status, capitalised(status)] as const)
const FORMS = Object.fromEntries(
  ['contact_form', 'promotional_popup', 'trial_signup_page'].map(form => [form, labelOf(form)]),
)
const OWNERS = {
  ...oneOf('lead-owner', 'Filter by owner', 'Any owner', { me: 'Mine', none: 'Nobody’s' }),
  others: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}
const FOLLOW_UPS = { due: 'Due', overdue: 'Overdue', later: 'Later', none: 'No day' }
const WAITING = { yes: 'Waiting', late: 'Waiting too long' }
const REACHED = {
  trial: 'Trial form sent',
  qualified: 'Qualified, even if closed later',
  onboarding: 'Onboarding form sent',
}
const ORDERS = {
  next: 'Next step first',
  waiting: 'Longest waiting first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Last updated',
  name: 'Name',
} as const

const tableOf = (standardOrder: 'next' | 'newest') => ({
  q: text('lead-search', 'Search leads'),
  status: oneOf('lead-status', 'Filter by status', 'Any status', Object.fromEntries(STATUSES)),
  source: oneOf('lead-source', 'Filter by form', 'Any form', FORMS),
  owner: OWNERS,
  followUp: oneOf('lead-follow-up', 'Filter by follow-up', 'Any follow-up', FOLLOW_UPS),
  order: oneOf(
    'lead-order',
    'Order leads by',
    ORDERS[standardOrder],
    Object.fromEntries(Object.entries(ORDERS).filter(([order]) => order !== standardOrder)),
  ),
  waiting: more(oneOf('lead-waiting', 'Filter by first reply', 'Answered or not', WAITING)),
  variant: more(oneOf('lead-variant', 'Filter by landing page', 'Any landing page', LANDING_LABELS)),
  reached: more(oneOf('lead-reached', 'Filter by step reached', 'Any step', REACHED)),
  period: more(oneOf('lead-period', 'Filter by date received', 'Any day', PERIODS)),
  from: more(day('lead-from', 'From')),
  to: more(day('lead-to', 'To')),
  box: more(oneOf('lead-spam', 'Leads or spam', 'Leads', BOXES)),
})

export const useLeadFilter = () => {
  // The page Leads shows the next task first. The overview shows the newest lead first.
  const standardOrder = useLocation().pathname === dashboardPath('leads') ? 'next' : 'newest'
  const filters = useFilters(tableOf(standardOrder))
  const [person, setPerson] = useAddressValue('lead-person')
  const { source: utmSource, variant, ...touch } = usePageFilter().chosen
  const { order, box, ...values } = filters.values
  return {
    filters,
    person,
    setPerson,
    order: order || standardOrder,
    asked: setOnes({
      ...{ ...values, ...boxOf(box), ...touch, person, utmSource },
      variant: values.variant || variant,
    }),
  }
}
export type LeadFilter = ReturnType<typeof useLeadFilter>

/** The first load, the navigation and the inbox all use this hook, so they share one request. */
export const useLeadPages = ({ asked, order }: LeadFilter) => useInboxPages('leads', asked, order)
