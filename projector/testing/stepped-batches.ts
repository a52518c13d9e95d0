/** Stores for the tests of a file, and batches in them that stop before each step. */
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { VisitEvent } from '@firsttouch/ingest/events'
import { beforeAll } from 'vitest'
import { recordsOf } from './events.ts'
import { openStepped, type Stepped, type Stores } from './stepped.ts'

/** `stores` can be had in tests. Each batch is of a partition of its own. */
export const openBatches = ({ areRefreshed }: { areRefreshed: boolean }) => {
  const stores = {} as Stores
  let partition = 0
  const batchOf = (event: VisitEvent, offset: number): Stepped => {
    const records = recordsOf([event], offset).map(record => ({ ...record, partition }))
    partition += 1
    return areRefreshed
      ? openStepped(stores, records, asked => stores.clickhouse.command(asked))
      : openStepped(stores, records)
  }
  beforeAll(async () => {
    const { client: clickhouse, db } = await openTestClickHouse()
    const { sql } = await openTestPostgres()
    Object.assign(stores, { clickhouse, db, sql })
  })
  return { stores, batchOf, nextPartition: () => partition }
}
