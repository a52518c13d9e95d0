/** One batch: entries → events → read models. Doing it again, wholly or in part, changes nothing. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { PROJECTIONS } from '../projections/index.ts'
import { type Bucket, bucketAt } from '../projections/rollup.ts'
import { type DeadLetter, unreadable } from './dead-letters.ts'
import { keptTo, type Occurrence } from './duplicates.ts'
import { contentOf, type Known } from './known.ts'
import { readEntry } from './read.ts'
import { bucketOf, type EventRow, eventRow } from './rows.ts'
import type { Progress, Store } from './store.ts'

/** Takes away what is not to be known any more, although the log says it. */
export type Redact = (envelope: LogEnvelope) => LogEnvelope
export type BatchResult = {
  events: Occurrence[]
  known: Known[]
  deadLetters: DeadLetter[]
  /** Query keys of the API's answers that changed. */
  changed: string[]
}
export const NOTHING: BatchResult = { events: [], known: [], deadLetters: [], changed: [] }

type ProjectDeps = { store: Store; redact?: Redact }

export const project = async (
  records: LogRecord[],
  { store, redact = envelope => envelope }: ProjectDeps,
): Promise<BatchResult> => {
  const { entries, deadLetters } = readEntries(records, redact)
  const rows = entries.flatMap(rowsOf)
  const known = await store.known(rows.map(({ occurrence }) => occurrence.id))
  await store.insertEvents(rows.map(({ row }) => row))
  const changed = await refresh(store, entries, conflictsAmong(rows, known))
  const events = rows.map(({ occurrence }) => occurrence)
  await store.saveProgress(progressOf(records, keptTo(events, known)))
  return { events, known, deadLetters, changed }
}

type Entry = { record: LogRecord; envelope: LogEnvelope }
type Row = { row: EventRow; occurrence: Occurrence }

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

const rowsOf = ({ record: { partition, offset }, envelope }: Entry): Row[] =>
  envelope.events.map((event, index) => {
    const position = { partition, offset, index }
    const row = eventRow(envelope, event, position)
    return {
      row,
      occurrence: {
        ...position,
        id: event.id.toLowerCase(),
        type: event.type,
        content: contentOf(event, row),
      },
    }
  })

/** Only the first place in the log counts, and that may be the new one: what was counted until now is counted again. */
const conflictsAmong = (rows: Row[], known: Known[]): Known[] => {
  if (known.length === 0) return []
  const own = Map.groupBy(rows, ({ occurrence }) => occurrence.id)
  return known.filter(({ id, content }) =>
    own.get(id)?.some(({ occurrence }) => occurrence.content !== content),
  )
}

const refresh = async (store: Store, entries: Entry[], conflicts: Known[]): Promise<string[]> => {
  const events = entries.flatMap(({ envelope }) => envelope.events)
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

export const mergeResults = (results: BatchResult[]): BatchResult => ({
  events: results.flatMap(({ events }) => events),
  known: results.flatMap(({ known }) => known),
  deadLetters: results.flatMap(({ deadLetters }) => deadLetters),
  changed: [...new Set(results.flatMap(({ changed }) => changed))],
})

const touchedBuckets = (bucket: Bucket, events: LoggedEvent[], conflicts: Known[]): number[] => [
  ...new Set([
    ...events.map(event => bucketOf(event, bucket)),
    ...conflicts.map(conflict => bucketAt(bucket, conflict)),
  ]),
]

const progressOf = (records: LogRecord[], kept: Map<number, number>): Progress[] =>
  [...Map.groupBy(records, record => record.partition)].map(([partition, own]) => ({
    partition,
    keptTo: kept.get(partition),
    nextOffset: Math.max(...own.map(record => record.offset)) + 1,
    appendedAt: new Date(Math.max(...own.map(record => record.appendedAt.getTime()))),
  }))
