/** One round: entries → events → roll-ups. Doing it again, wholly or in part, changes nothing. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { type DeadLetter, unreadableLetter } from '../dead-letters/dead-letters.ts'
import { PROJECTIONS } from '../projections/index.ts'
import { type Bucket, bucketAt } from '../projections/rollup.ts'
import type { Conflict } from './conflicts.ts'
import { readEntry } from './read.ts'
import { bucketOf, eventRow } from './rows.ts'
import type { Progress, Store } from './store.ts'

export type Redact = (envelope: LogEnvelope) => LogEnvelope

export type RoundResult = {
  /** The entries that were read, with their events. */
  entries: { record: LogRecord; envelope: LogEnvelope }[]
  events: number
  deadLetters: number
  changed: string[]
  oldestAppend: Date | null
}

export type ProjectDeps = {
  store: Store
  saveDeadLetters: (letters: DeadLetter[]) => Promise<void>
  /** What is not to be known any more, although the log says it. */
  redact?: Redact
}

export const project = async (
  records: LogRecord[],
  { store, saveDeadLetters, redact = envelope => envelope }: ProjectDeps,
): Promise<RoundResult> => {
  const readings = records.map(record => ({ record, reading: readEntry(record) }))
  const letters = readings.flatMap(({ record, reading }) =>
    reading.ok ? [] : [unreadableLetter(record, reading)],
  )
  const entries = readings.flatMap(({ record, reading }) =>
    reading.ok ? [{ record, envelope: redact(reading.envelope) }] : [],
  )
  const rows = entries.flatMap(({ record, envelope }) =>
    envelope.events.map((event, index) => eventRow(envelope, event, { ...record, index })),
  )

  if (letters.length > 0) await saveDeadLetters(letters)
  const events = entries.flatMap(({ envelope }) => envelope.events)
  const conflicts = await store.conflicts(events)
  if (rows.length > 0) await store.insertEvents(rows)
  const changed = new Set<string>()
  for (const projection of PROJECTIONS) {
    const own = events.filter(projection.reads)
    if (own.length === 0 && conflicts.length === 0) continue
    for (const rollup of projection.rollups)
      await store.refresh(rollup, touchedBuckets(rollup.bucket, own, conflicts))
    for (const key of projection.feeds) changed.add(key)
  }
  await store.saveProgress(progressOf(records))
  return {
    entries,
    events: rows.length,
    deadLetters: letters.length,
    changed: [...changed],
    oldestAppend: oldest(records),
  }
}

/** Of parts of one round that were projected one after the other. */
export const mergeResults = (results: RoundResult[]): RoundResult => ({
  entries: results.flatMap(({ entries }) => entries),
  events: results.reduce((sum, { events }) => sum + events, 0),
  deadLetters: results.reduce((sum, { deadLetters }) => sum + deadLetters, 0),
  changed: [...new Set(results.flatMap(({ changed }) => changed))],
  oldestAppend: results.reduce<Date | null>(
    (first, { oldestAppend: one }) => (first && (!one || first < one) ? first : one),
    null,
  ),
})

const touchedBuckets = (bucket: Bucket, events: LoggedEvent[], conflicts: Conflict[]): number[] => [
  ...new Set([
    ...events.map(event => bucketOf(event, bucket)),
    ...conflicts.map(conflict => bucketAt(bucket, conflict)),
  ]),
]

const progressOf = (records: LogRecord[]): Progress[] =>
  [...Map.groupBy(records, record => record.partition)].map(([partition, own]) => ({
    partition,
    nextOffset: Math.max(...own.map(record => record.offset)) + 1,
    appendedAt: new Date(Math.max(...own.map(record => record.appendedAt.getTime()))),
  }))

const oldest = (records: LogRecord[]): Date | null =>
  records.length === 0 ? null : new Date(Math.min(...records.map(record => record.appendedAt.getTime())))
