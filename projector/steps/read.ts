/** Steps 1 and 2. Entries of the log become rows of the store, redacted, or dead letters. Those of the next batch are read while the store works. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { EntryRow } from '../entries/entry-row.ts'
import { readEntry, type Unreadable } from '../entries/read.ts'
import { eventRow, sentBy } from '../entries/rows.ts'
import { tallyOfRecord } from '../entries/tally.ts'
import { type DeadLetter, unreadable } from './dead-letters.ts'

/** Removes what erasures and retention took out, although the log still says it. */
export type Redaction = {
  concerns: (event: Pick<LoggedEvent, 'id' | 'sessionId'>) => boolean
  of: (envelope: LogEnvelope) => LogEnvelope
}
export const NO_REDACTION: Redaction = { concerns: () => false, of: envelope => envelope }

type Read = EntryRow[] | Unreadable

/** Null for an entry that was asked for. */
const ahead = new WeakMap<LogRecord, Read | null>()
const AT_ONCE = 100

/** A little at a time, as a request may wait for the thread; ends where the batch itself has come. */
export const readAhead = async (records: LogRecord[]): Promise<void> => {
  for (let from = 0; from < records.length; from += AT_ONCE) {
    for (const record of records.slice(from, from + AT_ONCE)) {
      if (ahead.has(record)) return
      ahead.set(record, readOne(record))
    }
    await nextTurn()
  }
}

/** Each becomes rows before the next is read: what is kept of an entry until all are costs the garbage collector. */
export const read = (records: LogRecord[], redaction: Redaction) => {
  const rows: EntryRow[] = []
  const deadLetters: DeadLetter[] = []
  for (const record of records) {
    const before = ahead.get(record)
    ahead.set(record, null)
    const isKnown = before && !(Array.isArray(before) && before.some(redaction.concerns))
    const entry = isKnown ? before : readOne(record, redaction)
    if (Array.isArray(entry)) rows.push(...entry)
    else deadLetters.push(unreadable(record, entry))
  }
  return { rows, deadLetters }
}

const readOne = (record: LogRecord, { of } = NO_REDACTION): Read => {
  const reading = readEntry(record)
  // Asked for when the batch is counted: now its text is parsed.
  tallyOfRecord(record)
  return reading.ok ? rowsOf(record, of(reading.envelope)) : reading
}

const rowsOf = ({ partition, offset }: LogRecord, envelope: LogEnvelope): EntryRow[] => {
  const sent = sentBy(envelope)
  return envelope.events.map((event, index) => {
    const position = { partition, offset, index }
    return new EntryRow(eventRow(sent, event, position), position)
  })
}
