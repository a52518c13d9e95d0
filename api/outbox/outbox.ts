/** The outbox relay. Delivers conversions of forms and events of records to the log, at least once. */
import type { Log } from '@firsttouch/infra/log/log'
import { openMeters } from '@firsttouch/infra/platform/metrics'
import { within } from '@firsttouch/infra/platform/timing'
import { drainQueue } from '@firsttouch/infra/stores/drain-queue'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import type { ISql, Sql } from 'postgres'
import type { Registry } from 'prom-client'
import { enqueueCampaigns } from './campaigns.ts'
import { CHANNEL, type Reference } from './enqueue.ts'
import { enqueueLeads, enqueuePerson } from './leads.ts'
import { enqueueSpendOf } from './spend.ts'
import { enqueueStep } from './steps.ts'

const BATCH = 100
const APPEND_WITHIN_MS = 10_000
/** Shorter than PostgreSQL's deadlock timeout, so that a deadlock aborts the relay and not the other transaction. */
const LOCK_WITHIN = '500ms'

export const countPending = async (sql: ISql): Promise<number> => {
  const [row] = await sql<{ pending: number }[]>`
    SELECT count(*)::int AS pending FROM outbox WHERE sent_at IS NULL`
  return row?.pending ?? 0
}

export const outboxMetric = (registry: Registry, sql: ISql): void =>
  openMeters(registry).readGauge(
    'outbox_pending',
    'Outbox rows that are not in the log yet.',
    [],
    async () => [[{}, await countPending(sql)]],
  )

type OutboxDeps = {
  sql: Sql
  log: Pick<Log, 'append'>
  signal: AbortSignal
  onError: (error: unknown) => void
}

/** Runs until the signal aborts. */
export const runOutbox = ({ sql, log, signal, onError }: OutboxDeps): Promise<void> =>
  drainQueue({ sql, channel: CHANNEL, signal, onError }, [
    async () => {
      // A reference that fails, for example because its lead is locked, must not block the log entries below.
      const followed = await followReference(sql, new Date()).catch(error => {
        onError(error)
        return 0
      })
      const sent = await relayBatch(sql, log, signal)
      return sent === BATCH || followed > 0
    },
  ])

/**
 * Appends the oldest unsent rows, then marks them as sent. A crash in between causes duplicates, which count once
 * because event ids are fixed. Costs come last, because a year of costs must not delay a form.
 */
export const relayBatch = (sql: Sql, log: Pick<Log, 'append'>, signal?: AbortSignal): Promise<number> =>
  inTransaction(sql, async transaction => {
    const rows = await transaction<{ id: string; key: string; value: string }[]>`
      SELECT id, key, value FROM outbox WHERE sent_at IS NULL AND record IS NULL
      ORDER BY starts_with(key, 'spend_'), id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
    if (rows.length === 0) return 0
    // The transaction keeps the rows locked during the append, so the append needs a time limit.
    await within(APPEND_WITHIN_MS, log.append(rows.map(({ key, value }) => ({ key, value }))), signal)
    await transaction`UPDATE outbox SET sent_at = now() WHERE id IN ${transaction(rows.map(row => row.id))}`
    return rows.length
  })

const ENTRIES_OF: Record<Reference, (sql: ISql, id: string, now: Date) => Promise<void>> = {
  sender: enqueuePerson,
  lead: (sql, id, now) => enqueueLeads(sql, [id], now),
  campaign: (sql, id, now) => enqueueCampaigns(sql, [id], now),
  spend: enqueueSpendOf,
  experiment: enqueueStep,
}

/** Replaces the oldest reference with its log entries. Returns 0 if there is no reference, otherwise 1. */
export const followReference = (sql: Sql, now: Date): Promise<number> =>
  sql.begin(async tx => {
    await tx`SELECT set_config('lock_timeout', ${LOCK_WITHIN}, true)`
    const [reference] = await tx<{ id: string; record: Reference; recordId: string }[]>`
      SELECT id, record, record_id AS "recordId" FROM outbox WHERE sent_at IS NULL AND record IS NOT NULL
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`
    if (!reference) return 0
    await ENTRIES_OF[reference.record](tx, reference.recordId, now)
    await tx`DELETE FROM outbox WHERE id = ${reference.id}`
    return 1
  })
