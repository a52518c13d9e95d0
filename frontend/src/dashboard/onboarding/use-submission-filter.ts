/** The submissions filter lives in the page's address, so that a view can be shared. */
import { SUBMISSION_ORDERS, type SubmissionPage } from '@firsttouch/api/contract/onboarding'
import { useAddress, useAddressValue } from '../address/use-address.ts'
import { filterOf, type InboxPages, useInboxPages } from '../pieces/inbox/inbox-pages.ts'

export const ACCOUNTS = [
  ['yes', 'Has Google Ads'],
  ['no', 'Needs Account'],
] as const
export const ORDERS = [
  ['oldest', 'Oldest first'],
  ['name', 'Name'],
] as const

/** Behind the button. */
const MORE = ['onboarding-from', 'onboarding-to', 'onboarding-spam']
const DAY = /^2\d{3}-\d\d-\d\d$/

export const useSubmissionFilter = () => {
  const { get, set } = useAddress()
  const [text, setText] = useAddressValue('onboarding-search')
  const [account, setAccount] = useAddressValue('onboarding-account', ['yes', 'no'])
  const [order, setOrder] = useAddressValue('onboarding-order', SUBMISSION_ORDERS)
  const [from, setFrom] = useAddressValue('onboarding-from')
  const [to, setTo] = useAddressValue('onboarding-to')
  const [spam, setSpam] = useAddressValue('onboarding-spam', ['only'])
  return {
    ...{ text, setText, account, setAccount, order, setOrder, from, setFrom, to, setTo, spam, setSpam },
    active: MORE.filter(name => get(name)).length,
    clearMore: () => set(Object.fromEntries(MORE.map(name => [name, '']))),
    asked: filterOf({
      q: text.slice(0, 200),
      account,
      from: DAY.test(from) ? from : '',
      to: DAY.test(to) ? to : '',
      spam,
    }),
  }
}
export type SubmissionFilter = ReturnType<typeof useSubmissionFilter>

/** What the filter finds: the page's first load, its navigation and the inbox all read the same. */
export const useSubmissionPages = ({
  asked,
  order,
}: Pick<SubmissionFilter, 'asked' | 'order'>): InboxPages<SubmissionPage> =>
  useInboxPages('onboarding', asked, order)
