/** What `refreshes.test.ts` leaves out. */
import { describeRefreshes } from '../../testing/refreshes.ts'

describeRefreshes([
  ['aaabbbbbbaaa', 9, 5],
  ['aaaabbbbbbaa', 5, 9],
  ['aaaabbbbbbaa', 9, 5],
  ['aabbabababab', 5, 9],
  ['aabbabababab', 9, 5],
  ['aabbbbbbbaaaa', 9, 5],
  ['ababababab', 5, 9],
  ['ababababab', 9, 5],
  ['aaabbbbaabba', 5, 9],
  ['aaabbbbaabba', 9, 5],
])
