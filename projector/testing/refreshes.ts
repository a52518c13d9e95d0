/** One id for two sessions, in two batches at once: the tables that are refreshed by sessions lose it where it does not count. */
import { expect, test } from 'vitest'
import { openStore } from '../pipeline/store.ts'
import { NOON, session, visit } from './events.ts'
import { readTables, refreshEverything } from './read-tables.ts'
import type { Stepped } from './stepped.ts'
import { openBatches } from './stepped-batches.ts'

type Case = readonly [order: string, first: number, second: number]

/** As tests. */
export const describeRefreshes = (cases: readonly Case[]): void => {
  const { stores, batchOf } = openBatches({ areRefreshed: true })
  const readModels = () => readTables(stores.clickhouse, stores.db)

  test.each(cases)(
    'in the order %s, at offsets %d and %d, each table is what all events make of it',
    async (order, first, second) => {
      const event = visit({ sessionId: session(), utm: { utm_campaign: 'spring' } })
      const batches: Record<string, Stepped> = {
        a: batchOf(event, first),
        b: batchOf({ ...event, sessionId: session(NOON - 3_600_000) }, second),
      }
      for (const name of order) await batches[name]?.step()
      await Promise.all(Object.values(batches).map(({ end }) => end()))
      const found = await readModels()
      await refreshEverything(openStore(stores.clickhouse, stores.db))
      expect(await readModels()).toEqual(found)
    },
  )
}
