/**
 * Conversions that were stored with their form, and what became of leads and campaigns, on their way to the log: at least
 * once, in the order they were stored.
 */
import type { Log, LogEntry } from '@firsttouch/infra/log/log'
import { pause, within } from '@firsttouch/infra/platform/timing'
import { openWakeup } from '@firsttouch/infra/platform/wakeup'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import type { ISql, Sql } from 'postgres'
import { EXPERIMENT_EVENTS_SINCE, RECORD_EVENTS_SINCE, SPEND_EVENTS_SINCE } from '../read-model/editions.ts'
import { enqueueExperimentEvents } from './experiment-events.ts'
import { enqueueRecordEvents } from './record-events.ts'
import { enqueueSpendEvents } from './spend-events.ts'

const CHANNEL = 'firsttouch_outbox'
const BATCH = 100
/** A hint wakes the relay at once; this is for the hint that got lost. */
const POLL_MS = 2_000
const APPEND_WITHIN_MS = 10_000
const LONGEST_PAUSE_MS = 30_000

/** Part of the transaction that stores the form. */
export const enqueue = async (sql: ISql, { key, value }: LogEntry, now: Date): Promise<void> => {
  await sql`INSERT INTO outbox (key, value, created_at) VALUES (${key}, ${value}, ${now})`
  await sql`SELECT pg_notify(${CHANNEL}, '')`
}

/** Conversions that the log does not hold yet. */
export const countPending = async (sql: ISql): Promise<number> => {
  const [row] = await sql<{ pending: number }[]>`
    SELECT count(*)::int AS pending FROM outbox WHERE sent_at IS NULL`
  return row?.pending ?? 0
}

type OutboxDeps = {
  sql: Sql
  log: Pick<Log, 'append'>
  /** Whether whoever projects can read the events of an edition by now; conversions always can be. */
  canRead: (edition: number) => Promise<boolean>
  signal: AbortSignal
  onError: (error: unknown) => void
}

/**
 * What is told of beside conversions, and the edition that came with its events. While an older release projects a partition they
 * wait: more than a hundred unreadable entries in a row would stop its projector.
 */
const TELLERS = [
  { enqueueEvents: enqueueRecordEvents, since: RECORD_EVENTS_SINCE },
  { enqueueEvents: enqueueSpendEvents, since: SPEND_EVENTS_SINCE },
  { enqueueEvents: enqueueExperimentEvents, since: EXPERIMENT_EVENTS_SINCE },
]

/** Runs until the signal aborts; any number of processes may run it. While the log is down it tries again, ever slower. */
export const runOutbox = async ({ sql, log, canRead, signal, onError }: OutboxDeps): Promise<void> => {
  const wakeup = openWakeup()
  const hint = sql.listen(CHANNEL, wakeup.wake).catch(onError)
  let failures = 0
  while (!signal.aborted) {
    try {
      // Conversions of forms do not wait for what cannot be told just now.
      const orNone = (error: unknown) => {
        onError(error)
        return 0
      }
      let told = 0
      for (const { enqueueEvents, since } of TELLERS)
        told += await enqueueEvents(sql, new Date(), () => canRead(since)).catch(orNone)
      const sent = await relayBatch(sql, log, signal)
      failures = 0
      if (sent < BATCH && told === 0) await wakeup.sleep(POLL_MS, signal)
    } catch (error) {
      if (signal.aborted) break
      onError(error)
      await pause(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures++) * (0.5 + Math.random() / 2), signal)
    }
  }
  const listening = await hint
  await listening?.unlisten().catch(onError)
}

/**
 * Appends the oldest unsent rows and marks them once the log has them. Dying in between sends them again: they carry the
 * ids of their events, so twice counts once. Rows that another process is sending are left to it.
 */
export const relayBatch = (sql: Sql, log: Pick<Log, 'append'>, signal?: AbortSignal): Promise<number> =>
  inTransaction(sql, async transaction => {
    const rows = await transaction<{ id: string; key: string; value: string }[]>`
      SELECT id, key, value FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
    if (rows.length === 0) return 0
    // Rows stay locked while the log is asked, so it must not be for ever.
    await within(APPEND_WITHIN_MS, log.append(rows.map(({ key, value }) => ({ key, value }))), signal)
    await transaction`UPDATE outbox SET sent_at = now() WHERE id IN ${transaction(rows.map(row => row.id))}`
    return rows.length
  })
