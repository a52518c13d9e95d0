/** Entries of the log become rows of the store, or dead letters. Those whose batch is the next are read while the store works. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LogEnvelope } from '@firsttouch/ingest/events'
import { type Kind, kindOf } from '../projections/kinds.ts'
import type { Minutes } from '../projections/rollup.ts'
import { type DeadLetter, unreadable } from './dead-letters.ts'
import type { Occurrence } from './duplicates.ts'
import { type Reading, readEntry } from './entries/read.ts'
import { tallyOfRecord } from './entries/tally.ts'
import { contentOf } from './known.ts'
import { EVENT_COLUMNS, type EventPosition, type EventRow, eventRow, sentBy } from './rows.ts'

/** Takes away what is not to be known any more, although the log says it. */
export type Redact = (envelope: LogEnvelope) => LogEnvelope
/** Of what it says again nothing is kept: a hundred thousand wait at once, and each object and text of them costs the garbage collector. */
export class EntryRow implements Minutes, Occurrence {
  readonly kind: Kind
  readonly row: EventRow
  readonly partition: number
  readonly offset: number
  readonly index: number
  constructor(kind: Kind, row: EventRow, { partition, offset, index }: EventPosition) {
    this.kind = kind
    this.row = row
    this.partition = partition
    this.offset = offset
    this.index = index
  }
  get id(): string {
    return this.row[ID] as string
  }
  get type(): string {
    return this.row[TYPE] as string
  }
  get minute(): number {
    return this.row[MINUTE] as number
  }
  get sessionMinute(): number {
    return this.row[SESSION_MINUTE] as number
  }
  get content(): string {
    return contentOf(this.kind, this.row)
  }
}
type Read = { reading: Reading; rows: EntryRow[] }

/** Null for an entry that was asked for. */
const ahead = new WeakMap<LogRecord, Read | null>()
const AT_ONCE = 100

/** A little at a time, as a request may wait for the thread; ends where the batch itself has come. */
export const readAhead = async (records: LogRecord[]): Promise<void> => {
  for (let from = 0; from < records.length; from += AT_ONCE) {
    for (const record of records.slice(from, from + AT_ONCE)) {
      if (ahead.has(record)) return
      ahead.set(record, read(record))
    }
    await nextTurn()
  }
}

/** Each becomes rows before the next is read: what is kept of an entry until all are costs the garbage collector. */
export const readEntries = (records: LogRecord[], redact: Redact) => {
  const rows: EntryRow[] = []
  const deadLetters: DeadLetter[] = []
  for (const record of records) {
    const { reading, rows: asRead } = ahead.get(record) ?? read(record)
    ahead.set(record, null)
    if (!reading.ok) deadLetters.push(unreadable(record, reading))
    else {
      const envelope = redact(reading.envelope)
      rows.push(...(envelope === reading.envelope ? asRead : rowsOf(record, envelope)))
    }
  }
  return { rows, deadLetters }
}

const read = (record: LogRecord): Read => {
  const reading = readEntry(record)
  // Asked for when the batch is counted: now its text is parsed.
  tallyOfRecord(record)
  return { reading, rows: reading.ok ? rowsOf(record, reading.envelope) : [] }
}

const [ID, TYPE, MINUTE, SESSION_MINUTE] = (['id', 'type', 'minute', 'session_minute'] as const).map(name =>
  EVENT_COLUMNS.indexOf(name),
) as [number, number, number, number]

const rowsOf = ({ partition, offset }: LogRecord, envelope: LogEnvelope): EntryRow[] => {
  const sent = sentBy(envelope)
  return envelope.events.map((event, index) => {
    const position = { partition, offset, index }
    return new EntryRow(kindOf(event), eventRow(sent, event, position), position)
  })
}
