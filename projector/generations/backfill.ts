/**
 * Read models that came with a later release than the events of a generation: filled from all of them before anything new
 * is counted. Which ones a projector kept is said by the edition of its rows in `progress`, partition by partition, so a
 * fill that was cut short, a roll-back to an older release and one that still runs beside this one are all made good.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { lockOutBatches } from '../pipeline/checkpoint.ts'
import { openStore, type Store } from '../pipeline/store.ts'
import { EDITION, PROJECTIONS } from '../projections/index.ts'
import { fillAgents } from './backfill-agents.ts'

export type FillingDeps = { clickhouse: ClickHouseClient; sql: Sql; db: string; signal: AbortSignal }

/** Rounds of other processes wait for so many minutes of events at a time. */
const BUCKETS_AT_ONCE = 2_000

/** The edition from which on events say their device and browser. */
const AGENTS_SINCE = 2

/** To be asked for each partition once it is this process's own. Throws when the signal aborts before all is filled. */
export const openFilling = (deps: FillingDeps): ((partition: number) => Promise<void>) => {
  const store = openStore(deps.clickhouse, deps.db)
  let filling: Promise<void> | undefined
  return async partition => {
    while ((await store.olderPlaces()).some(place => place.partition === partition)) {
      filling ??= fill(deps, store).finally(() => {
        filling = undefined
      })
      await filling
    }
  }
}

/**
 * What is noted at the end are the places from before the fill: where an older release has written meanwhile, its row is of
 * a later place, and whoever takes the partition over fills again.
 */
const fill = async (deps: FillingDeps, store: Store): Promise<void> => {
  const places = await store.olderPlaces()
  const oldest = Math.min(EDITION, ...places.map(({ edition }) => edition))
  if (oldest < AGENTS_SINCE)
    for (let more = true; more; )
      await betweenRounds(deps, async () => {
        more = await fillAgents(deps.clickhouse, deps.db)
      })
  for (const { since = 0, rollups } of PROJECTIONS) {
    if (since <= oldest) continue
    for (const rollup of rollups) {
      const buckets = await store.allBuckets(rollup.bucket)
      for (let from = 0; from < buckets.length; from += BUCKETS_AT_ONCE)
        await betweenRounds(deps, () => store.refresh(rollup, buckets.slice(from, from + BUCKETS_AT_ONCE)))
    }
  }
  await store.saveProgress(places)
}

/** No erasure comes between the reading of a session's name and its writing. */
const betweenRounds = async ({ sql, db, signal }: FillingDeps, work: () => Promise<void>): Promise<void> => {
  signal.throwIfAborted()
  await sql.begin(async tx => {
    await lockOutBatches(tx, groupOf(db))
    await work()
  })
}
