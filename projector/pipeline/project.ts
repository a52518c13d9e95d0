/** One batch: entries → events → read models. Doing it again, wholly or in part, changes nothing. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { PROJECTIONS } from '../projections/index.ts'
import { type Bucket, bucketAt } from '../projections/rollup.ts'
import type { Projected } from './checkpoint.ts'
import type { Conflict } from './conflicts.ts'
import { type DeadLetter, unreadable } from './dead-letters.ts'
import { readEntry } from './read.ts'
import { bucketOf, eventRow } from './rows.ts'
import type { Progress, Store } from './store.ts'

/** Takes away what is not to be known any more, although the log says it. */
export type Redact = (envelope: LogEnvelope) => LogEnvelope
export type Entry = { record: LogRecord; envelope: LogEnvelope }
export type BatchResult = {
  entries: Entry[]
  /** The entries that could not be read. */
  deadLetters: DeadLetter[]
  /** Query keys of the API's answers that changed. */
  changed: string[]
}
export const NOTHING: BatchResult = { entries: [], deadLetters: [], changed: [] }

type ProjectDeps = { store: Store; redact?: Redact }

export const project = async (
  records: LogRecord[],
  { store, redact = envelope => envelope }: ProjectDeps,
): Promise<BatchResult> => {
  const { entries, deadLetters } = readEntries(records, redact)
  const events = entries.flatMap(({ envelope }) => envelope.events)
  const conflicts = await store.conflicts(events)
  await store.insertEvents(rowsOf(entries))
  const changed = await refresh(store, events, conflicts)
  await store.saveProgress(progressOf(records))
  return { entries, deadLetters, changed }
}

const readEntries = (records: LogRecord[], redact: Redact) => {
  const entries: Entry[] = []
  const deadLetters: DeadLetter[] = []
  for (const record of records) {
    const reading = readEntry(record)
    if (reading.ok) entries.push({ record, envelope: redact(reading.envelope) })
    else deadLetters.push(unreadable(record, reading))
  }
  return { entries, deadLetters }
}

const rowsOf = (entries: Entry[]) =>
  entries.flatMap(({ record, envelope }) =>
    envelope.events.map((event, index) => eventRow(envelope, event, { ...record, index })),
  )

const refresh = async (store: Store, events: LoggedEvent[], conflicts: Conflict[]): Promise<string[]> => {
  const changed = new Set<string>()
  for (const projection of PROJECTIONS) {
    const own = events.filter(projection.reads)
    if (own.length === 0 && conflicts.length === 0) continue
    for (const rollup of projection.rollups)
      await store.refresh(rollup, touchedBuckets(rollup.bucket, own, conflicts))
    for (const key of projection.feeds) changed.add(key)
  }
  return [...changed]
}

/** Of parts of one batch that were projected one after the other. */
export const mergeResults = (results: BatchResult[]): BatchResult => ({
  entries: results.flatMap(({ entries }) => entries),
  deadLetters: results.flatMap(({ deadLetters }) => deadLetters),
  changed: [...new Set(results.flatMap(({ changed }) => changed))],
})

export const projectedOf = ({ entries }: BatchResult): Projected[] =>
  entries.map(({ record: { partition, offset }, envelope }) => ({
    partition,
    offset,
    types: envelope.events.map(event => event.type),
  }))

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
