/** Carries out erasures and retention in the read models of one generation, and retention in the log. */

import { HOUR_MS, type Loop, repeat } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql } from 'postgres'
import type { Turn } from '../jobs/turn.ts'
import { fence } from '../lease.ts'
import { erasureOf, readAliases } from './erasures.ts'
import { redactOldInLog } from './redact-log.ts'
import { type Generation, redactStore, type StoreRedaction } from './redact-store.ts'
import { lastDayKept, retentionOf } from './retention.ts'

export type RedactionDeps = Generation & {
  sql: Sql
  epoch: number
  turn: Turn
}

const LOOK_EVERY_MS = 500
const AFTER_FAILURE_MS = 5_000
const RETENTION_AFTER_FAILURE_MS = 60_000

/**
 * Until the signal aborts. The first look, and one every hour, goes through all that were ever erased: the store may be a restored one that
 * still knows them, or a former leader's last insert may have arrived after its successor's erasure.
 */
export const runErasures = async (deps: RedactionDeps & Omit<Loop, 'everyMs'>): Promise<void> => {
  let wholeAt = 0
  await repeat({ ...deps, everyMs: AFTER_FAILURE_MS }, async () => {
    const isWholeDue = performance.now() >= wholeAt
    await applyErasures(deps, isWholeDue ? 0 : undefined)
    if (isWholeDue) wholeAt = performance.now() + HOUR_MS
    return LOOK_EVERY_MS
  })
}

/** At the start and every hour, until the signal aborts; with 0 days details are kept for ever. */
export const runRetention = async (
  deps: RedactionDeps & Omit<Loop, 'everyMs'>,
  keepDetailsDays: number,
): Promise<void> => {
  if (keepDetailsDays === 0) return
  await repeat({ ...deps, everyMs: RETENTION_AFTER_FAILURE_MS }, async () => {
    await applyRetention(deps, lastDayKept(new Date(), keepDetailsDays))
    return HOUR_MS
  })
}

/** From the given place, or from where the last look of any process ended. */
export const applyErasures = async (deps: RedactionDeps, from?: number): Promise<void> => {
  const { sql, db } = deps
  const group = groupOf(db)
  const rows = await readAliases(sql, from ?? (await appliedUntil(sql, group)))
  const last = rows.at(-1)
  if (!last) return
  await betweenBatches(
    deps,
    erasureOf(new Map(rows.map(({ hash, alias }) => [hash, alias]))),
    sql => sql`
      INSERT INTO erasures_applied AS a (consumer_group, seq) VALUES (${group}, ${last.seq})
      ON CONFLICT (consumer_group) DO UPDATE SET seq = greatest(a.seq, EXCLUDED.seq)`,
  )
}

const appliedUntil = async (sql: Sql, group: string): Promise<number> => {
  const [row] = await sql<{ seq: string }[]>`SELECT seq FROM erasures_applied WHERE consumer_group = ${group}`
  return Number(row?.seq ?? 0)
}

/** `until` in seconds since 1970. From then on older entries are read without their details, too. */
export const applyRetention = async (deps: RedactionDeps, until: number): Promise<void> => {
  await betweenBatches(
    deps,
    retentionOf(until),
    sql => sql`
      INSERT INTO details_removed AS d (consumer_group, until)
      VALUES (${groupOf(deps.db)}, ${new Date(until * 1000)})
      ON CONFLICT (consumer_group) DO UPDATE SET until = greatest(d.until, EXCLUDED.until)`,
  )
  await redactOldInLog(deps.sql, until)
}

/** A job: a batch before it may have written what is to go, and none after it does. A leader whose epoch is over leaves it to its successor. */
const betweenBatches = async (
  { sql, epoch, turn, ...generation }: RedactionDeps,
  redaction: StoreRedaction,
  note: (sql: ISql) => PromiseLike<unknown>,
): Promise<void> =>
  turn(async () => {
    await redactStore(generation, redaction)
    await sql.begin(async tx => {
      await fence(tx, groupOf(generation.db), epoch)
      await note(tx)
    })
  })
