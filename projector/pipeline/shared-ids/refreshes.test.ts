import { describeRefreshes } from '../../testing/refreshes.ts'

// Both look before either inserts; then one is counted, or inserts at least, between two steps of the other.
describeRefreshes([
  ['aaabbbbbbaaa', 5, 9],
  // One has looked, and sleeps until the other is over.
  ['aabbbbbbbaaaa', 5, 9],
])
