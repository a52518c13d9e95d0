/** The submissions filter lives in the page's address, so that a view can be shared. */
import { day, more, oneOf, setOnes, text, useFilters } from '../address/filters.ts'
import { useInboxPages } from '../pieces/inbox/inbox-pages.ts'

/** By the API's names. */
const TABLE = {
  q: text('onboarding-search', 'Search submissions'),
  account: oneOf('onboarding-account', 'Filter by account', 'Any account', [
    ['yes', 'Has Google Ads'],
    ['no', 'Needs Account'],
  ]),
  order: oneOf('onboarding-order', 'Order submissions by', 'Newest first', [
    ['oldest', 'Oldest first'],
    ['name', 'Name'],
  ]),
  from: more(day('onboarding-from', 'From')),
  to: more(day('onboarding-to', 'To')),
  spam: more(oneOf('onboarding-spam', 'Submissions or spam', 'Submissions', [['only', 'Spam']])),
}

export const useSubmissionFilters = () => useFilters(TABLE)

/** What the filter finds: the page's first load, its navigation and the inbox all read the same. */
export const useSubmissionPages = ({
  values: { order, ...values },
}: ReturnType<typeof useSubmissionFilters>) => useInboxPages('onboarding', setOnes(values), order)
