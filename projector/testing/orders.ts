/** Two batches with one id, in whatever order they take their steps: it counts once, and the notes go. */
import { describe, expect, test } from 'vitest'
import { visit } from './events.ts'
import type { Stepped } from './stepped.ts'
import { openBatches } from './stepped-batches.ts'

/** As tests; the letters of an order say whose step is next. */
export const describeOrders = (orders: string[]): void => {
  const { stores, batchOf, nextPartition } = openBatches({ areRefreshed: false })
  const countedFrom = async (first: number) => {
    const [row] = await stores.sql`
      SELECT sum(projected)::int AS projected, sum(duplicates)::int AS duplicates, sum(conflicts)::int AS conflicts
      FROM event_counts WHERE partition >= ${first}`
    return [row?.projected, row?.duplicates, row?.conflicts]
  }

  describe('of two batches with one id', () => {
    test.each(orders.flatMap(order => [[order, 5, 9] as const, [order, 9, 5] as const]))(
      'in the order %s, at offsets %d and %d, one is counted',
      async (order, first, second) => {
        const [event, before] = [visit(), nextPartition()]
        const batches: Record<string, Stepped> = { a: batchOf(event, first), b: batchOf(event, second) }
        for (const name of order) {
          await batches[name]?.step()
          // What the store would do some time.
          await stores.clickhouse.command({ query: `OPTIMIZE TABLE ${stores.db}.events FINAL` })
        }
        await Promise.all(Object.values(batches).map(({ end }) => end()))
        expect(await countedFrom(before)).toEqual([2, 1, 0])
        expect(await stores.sql`SELECT partition FROM shared_ids`).toEqual([])
        expect(await stores.sql`SELECT partition FROM uncounted_ids`).toEqual([])
      },
    )
  })
}
