/** Reads the ids in a range of the log and finds those that ClickHouse lacks. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { Log, LogRecord } from '@firsttouch/infra/log/log'
import { HOUR_MS } from '@firsttouch/infra/platform/timing'
import { timeInside } from '@firsttouch/ingest/events'
import { tallyOf } from '../entries/tally.ts'
import type { Offsets } from '../steps/commit.ts'
import { findMissingIds } from '../steps/known.ts'

export type LoggedId = { id: string; type: string; hour: string }

type ReadDeps = {
  log: Pick<Log, 'consume' | 'positions'>
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
}
type Range = { from: Offsets; until: Offsets }

/** Maximum number of records in a batch. It is small, because V8 does not free the heap memory of a large batch. */
const RECORDS_AT_ONCE = 1_000

/** Calls `take` with records of the range only. The log may also deliver earlier and later records. */
export const readRange = async (
  { log, db, signal, onError }: ReadDeps,
  { from, until }: Range,
  take: (records: LogRecord[]) => Promise<void>,
): Promise<void> => {
  const group = `reconcile-${db}`
  const next = new Map(from)
  const nextOf = (partition: number) => next.get(partition) ?? 0
  const untilOf = (partition: number) => until.get(partition) ?? 0
  const positions = await log.positions(group)
  const left = new Set(
    positions
      .filter(({ partition, start }) => untilOf(partition) > Math.max(start, nextOf(partition)))
      .map(({ partition }) => partition),
  )
  if (left.size === 0) return
  const done = new AbortController()
  const handle = async (records: LogRecord[]) => {
    await take(
      records.filter(({ partition, offset }) => offset >= nextOf(partition) && offset < untilOf(partition)),
    )
    for (const { partition, offset } of records) {
      next.set(partition, Math.max(nextOf(partition), offset + 1))
      if (nextOf(partition) >= untilOf(partition)) left.delete(partition)
    }
    if (left.size === 0) done.abort()
  }
  await log.consume(group, handle, {
    signal: AbortSignal.any([signal, done.signal]),
    onError,
    maxBatch: RECORDS_AT_ONCE,
    startAt: async partition => nextOf(partition),
  })
}

export const idsOf = ({ value }: LogRecord): LoggedId[] =>
  tallyOf(value).known.map(({ id, type }) => ({ id, type, hour: hourOf(id) }))

const hourOf = (id: string): string => new Date(Math.floor(timeInside(id) / HOUR_MS) * HOUR_MS).toISOString()

export const missingFrom = async (client: ClickHouseClient, db: string, ids: LoggedId[]) => {
  const asked = new Map(ids.map(one => [one.id, one]))
  const missing = await findMissingIds(client, db, [...asked.keys()])
  return missing.flatMap(id => asked.get(id) ?? [])
}
