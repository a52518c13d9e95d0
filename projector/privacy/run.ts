/** Applies erasures and retention to the read models of one generation, and retention to the log. */

import { HOUR_MS, type Loop, repeat } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { ISql, Sql } from 'postgres'
import type { Turn } from '../jobs/turn.ts'
import { fence } from '../lease.ts'
import { eraseDeadLetters, ofErasedSessions } from '../steps/dead-letters.ts'
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

/** Applies new erasures. Reapplies all at the start and hourly, in case a restore or late insert brought back data. */
export const runErasures = async (deps: RedactionDeps & Omit<Loop, 'everyMs'>): Promise<void> => {
  let wholeAt = 0
  await repeat({ ...deps, everyMs: AFTER_FAILURE_MS }, async () => {
    const isWholeDue = performance.now() >= wholeAt
    await applyErasures(deps, isWholeDue ? 0 : undefined)
    if (isWholeDue) wholeAt = performance.now() + HOUR_MS
    return LOOK_EVERY_MS
  })
}

/** Runs at the start and then hourly. Never removes details if `keepDetailsDays` is 0. */
export const runRetention = async (deps: RedactionDeps & Omit<Loop, 'everyMs'>, keepDetailsDays: number) => {
  if (keepDetailsDays === 0) return
  await repeat({ ...deps, everyMs: RETENTION_AFTER_FAILURE_MS }, async () => {
    await applyRetention(deps, lastDayKept(new Date(), keepDetailsDays))
    return HOUR_MS
  })
}

/** Applies the erasures after sequence number `from`, by default those that this generation has not applied yet. */
export const applyErasures = async (deps: RedactionDeps, from?: number): Promise<void> => {
  const { sql, db } = deps
  const group = groupOf(db)
  const rows = await readAliases(sql, from ?? (await appliedUntil(sql, group)))
  const last = rows.at(-1)
  if (!last) return
  await betweenBatches(deps, erasureOf(new Map(rows.map(({ hash, alias }) => [hash, alias]))), async sql => {
    // A batch that ran during the erasure may have stored a dead letter that the erasure did not see.
    await eraseDeadLetters(sql, sql`consumer_group = ${group} AND ${ofErasedSessions(sql)}`)
    await sql`
        INSERT INTO erasures_applied AS a (consumer_group, seq) VALUES (${group}, ${last.seq})
        ON CONFLICT (consumer_group) DO UPDATE SET seq = greatest(a.seq, EXCLUDED.seq)`
  })
}

const appliedUntil = async (sql: Sql, group: string): Promise<number> => {
  const [row] = await sql<{ seq: string }[]>`SELECT seq FROM erasures_applied WHERE consumer_group = ${group}`
  return Number(row?.seq ?? 0)
}

/** `until` is in seconds since 1970. Once `until` is stored, the projector redacts older entries as it reads them. */
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

/** `note` records the redaction. If another process leads now, `fence` throws. The new leader redacts again. */
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
