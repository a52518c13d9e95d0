import { ONBOARDING_STEPS } from '@firsttouch/api/contract/onboarding-steps'
import { day, type Filters, more, oneOf, setOnes, text, useFilters } from '../address/filters.ts'
import { BOXES, boxOf, PERIODS, useInboxPages } from '../pieces/inbox/inbox-pages.ts'
import { STEP_WORDS } from '../words/labels.ts'

const TABLE = {
  q: text('onboarding-search', 'Search submissions'),
  account: oneOf('onboarding-account', 'Filter by account', 'Any account', {
    yes: 'Has Google Ads',
    no: 'Needs Account',
  }),
  missing: oneOf(
    'onboarding-missing',
    'Filter by what is missing',
    'Any state',
    Object.fromEntries(ONBOARDING_STEPS.map(step => [step, `Not yet: ${STEP_WORDS[step]}`])),
  ),
  order: oneOf('onboarding-order', 'Order submissions by', 'Newest first', {
    oldest: 'Oldest first',
    name: 'Name',
  }),
  period: more(oneOf('onboarding-period', 'Filter by date received', 'Any day', PERIODS)),
  from: more(day('onboarding-from', 'From')),
  to: more(day('onboarding-to', 'To')),
  box: more(oneOf('onboarding-spam', 'Submissions or spam', 'Submissions', BOXES)),
}

export const useSubmissionFilters = () => useFilters(TABLE)

/** The first load, the navigation and the inbox all use this hook, so they share one request. */
export const useSubmissionPages = ({ values: { order, box, ...values } }: Filters<keyof typeof TABLE>) =>
  useInboxPages('onboarding', setOnes({ ...values, ...boxOf(box) }), order)
