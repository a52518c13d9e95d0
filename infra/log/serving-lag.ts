/** Reads how far the serving read models lag behind the log. Both the API and the projector use it. */
import type { ClickHouseClient } from '@clickhouse/client'
import { within } from '../platform/timing.ts'
import type { Sql } from '../stores/postgres.ts'
import { groupOf, type Progress, readProgress, servingDatabase } from '../stores/read-models.ts'
import { type PartitionLag, readLag } from './lag.ts'
import type { Log } from './log.ts'

export type ServingLag = {
  lag: PartitionLag[]
  /** Whether every partition has a projector. */
  allOwned: boolean
  owned: ReadonlySet<number>
}

type ServingLagDeps = {
  log: Pick<Log, 'positions' | 'timesAt' | 'owned'>
  sql: Sql
  clickhouse: { client(): ClickHouseClient }
}

/** Last known progress. During an outage of ClickHouse nothing is projected, so progress read shortly before stays valid. */
type Known = { progress: Progress[]; readAt: number; awaySince?: number }

const KNOWN_FOR_MS = 60_000
const STORE_WITHIN_MS = 500
const ANSWER_WITHIN_MS = 1_500

/** The returned function rejects when the lag is unknown, because PostgreSQL, the log or ClickHouse does not answer. */
export const openServingLag = ({ log, sql, clickhouse }: ServingLagDeps): (() => Promise<ServingLag>) => {
  let client: ClickHouseClient | undefined
  const last = new Map<string, Known>()

  const progressOf = async (db: string): Promise<Progress[]> => {
    client ??= clickhouse.client()
    const asking = readProgress(client, db).then(progress => {
      // Stored even without a waiting caller, because the next query may be as slow.
      last.set(db, { progress, readAt: performance.now() })
      return progress
    })
    try {
      return await within(STORE_WITHIN_MS, asking)
    } catch (error) {
      const known = last.get(db)
      if (!known) throw error
      known.awaySince ??= performance.now()
      if (known.awaySince - known.readAt > KNOWN_FOR_MS) throw error
      return known.progress
    }
  }
  const read = async (): Promise<ServingLag> => {
    const db = await servingDatabase(sql)
    const group = groupOf(db)
    const progress = await progressOf(db)
    const done = new Map(progress.map(({ partition, next }) => [partition, next]))
    const [lag, owned] = await Promise.all([readLag(log, group, done), log.owned(group)])
    return { lag, owned, allOwned: lag.every(({ partition }) => owned.has(partition)) }
  }
  return () => within(ANSWER_WITHIN_MS, read())
}
