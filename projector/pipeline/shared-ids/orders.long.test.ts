/** More of the orders that `shared-ids.test.ts` has the most telling ones of: every one takes a while, so some by chance. */
import { seededRandom } from '@firsttouch/infra/platform/seeded-random'
import { describeOrders } from '../../testing/orders.ts'
import { STEPS } from '../../testing/stepped.ts'

/** In which order two batches take so many steps each, the first one beginning. */
const interleavings = (a: number, b: number): string[] => {
  if (a === 0 || b === 0) return ['a'.repeat(a) + 'b'.repeat(b)]
  return [
    ...interleavings(a - 1, b).map(rest => `a${rest}`),
    ...interleavings(a, b - 1).map(rest => `b${rest}`),
  ]
}
const random = seededRandom(26)

describeOrders(
  interleavings(STEPS.length - 1, STEPS.length)
    .map(rest => `a${rest}`)
    .filter(() => random() < 0.03),
)
