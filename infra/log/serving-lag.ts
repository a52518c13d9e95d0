/** How far the serving read models are behind the log. The API and the projector both read it from log and read models. */
import type { ClickHouseClient } from '@clickhouse/client'
import { within } from '../platform/timing.ts'
import type { Sql } from '../stores/postgres.ts'
import { groupOf, type Progress, readProgress, servingDatabase } from '../stores/read-models.ts'
import { type PartitionLag, readLag } from './lag.ts'
import type { Log } from './log.ts'

export type ServingLag = {
  lag: PartitionLag[]
  /** Whether a projector reads every partition. */
  allOwned: boolean
  owned: ReadonlySet<number>
}

type ServingLagDeps = {
  log: Pick<Log, 'positions' | 'timesAt' | 'owned'>
  sql: Sql
  clickhouse: { client(): ClickHouseClient }
}

/** While their store is away nothing can be projected: where it was is where it is, if that was asked shortly before. */
type Known = { progress: Progress[]; readAt: number; awaySince?: number }

const KNOWN_FOR_MS = 60_000
const STORE_WITHIN_MS = 500
const ANSWER_WITHIN_MS = 1_500

/** What is answered rejects when it is not known: PostgreSQL or the log does not answer, or the read models never did. */
export const openServingLag = ({ log, sql, clickhouse }: ServingLagDeps): (() => Promise<ServingLag>) => {
  let client: ClickHouseClient | undefined
  const last = new Map<string, Known>()

  const progressOf = async (db: string): Promise<Progress[]> => {
    client ??= clickhouse.client()
    const asking = readProgress(client, db).then(progress => {
      // Also if no caller waits now, because the next query may be as slow.
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
