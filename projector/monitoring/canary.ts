/** Sends a synthetic event every minute and measures the time until it is visible. Reports exclude these events. */
import type { ClickHouseClient } from '@clickhouse/client'
import { pause, repeat } from '@firsttouch/infra/platform/timing'
import { servingDatabase } from '@firsttouch/infra/stores/read-models'
import { selectRows } from '@firsttouch/infra/stores/rows'
import { CANARY_AGENT, CANARY_SESSION, CANARY_SOURCE } from '@firsttouch/ingest/events'
import { boundId } from '@firsttouch/ingest/identify'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import { minuteOf } from '../entries/rows.ts'

type CanaryDeps = {
  url: string
  clickhouse: ClickHouseClient
  sql: Sql
  signal: AbortSignal
  onError: (error: unknown) => void
  /** Receives the seconds since the canary was sent. Called repeatedly until the canary is visible. */
  onAge: (seconds: number) => void
  everyMs?: number
}

const EVERY_MS = 60_000
const LOOK_EVERY_MS = 250
const ANSWER_WITHIN_MS = 10_000

export const runCanary = async (deps: CanaryDeps): Promise<void> => {
  const { signal, everyMs = EVERY_MS } = deps
  await pause(everyMs, signal)
  // Send the next canary at once after a slow one. The reported age then falls, and the alarm ends.
  await repeat({ ...deps, everyMs }, async () => Math.max(0, everyMs - (await fly(deps))))
}

/** Returns the milliseconds until the canary was seen. Has no timeout, because the next canary would hide the delay. */
const fly = async (deps: CanaryDeps): Promise<number> => {
  const { url, signal, onError, onAge } = deps
  const id = v7()
  const left = performance.now()
  const leftAt = new Date()
  const age = () => (performance.now() - left) / 1000
  let sent = false
  while (!signal.aborted) {
    try {
      sent = sent || (await send(url, id))
      if (sent && (await isSeen(deps, boundId(sessionOf(id), id)))) {
        onAge(age())
        await noteArrival(deps.sql, leftAt)
        break
      }
    } catch (error) {
      onError(error)
    }
    onAge(age())
    await pause(LOOK_EVERY_MS, signal)
  }
  return age() * 1000
}

const sessionOf = (id: string): string => `${CANARY_SESSION}${id}`

const send = async (url: string, id: string): Promise<boolean> => {
  const answer = await fetch(`${url}/api/analytics/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': CANARY_AGENT },
    body: JSON.stringify({
      id,
      occurredAt: new Date().toISOString(),
      sessionId: sessionOf(id),
      utm_source: CANARY_SOURCE,
    }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  if (!answer.ok) throw new Error(`Ingest answered the canary with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return true
}

const noteArrival = async (sql: Sql, leftAt: Date): Promise<void> => {
  await sql`
    INSERT INTO canary (sent_at) VALUES (${leftAt})
    ON CONFLICT (one) DO UPDATE SET sent_at = greatest(canary.sent_at, EXCLUDED.sent_at)`
}

const isSeen = async ({ clickhouse, sql }: CanaryDeps, id: string): Promise<boolean> => {
  const db = await servingDatabase(sql)
  const query = `
      SELECT count() AS n FROM ${db}.events AS event
      JOIN (SELECT partition, max(next_offset) AS next FROM ${db}.progress GROUP BY partition) AS progress
        ON progress.partition = event.log_partition
      WHERE event.minute = toDateTime({minute: UInt32}, 'UTC') AND event.id = {id: UUID} AND event.log_offset < progress.next`
  const [row] = await selectRows<{ n: number }>(clickhouse, query, { minute: minuteOf(id), id })
  return Number(row?.n) > 0
}
