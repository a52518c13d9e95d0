/** Steps 1 and 2 of a batch. Turns log entries into redacted rows or dead letters. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { EntryRow } from '../entries/entry-row.ts'
import { readEntry, type Unreadable } from '../entries/read.ts'
import { eventRow, sentBy } from '../entries/rows.ts'
import { tallyOfRecord } from '../entries/tally.ts'
import { type DeadLetter, unreadable } from './dead-letters.ts'

/** Removes erased and expired data. `concerns` selects the events, and `of` redacts an entry. */
export type Redaction = {
  concerns: (event: Pick<LoggedEvent, 'id' | 'sessionId'>) => boolean
  of: (envelope: LogEnvelope) => LogEnvelope
}
export const NO_REDACTION: Redaction = { concerns: () => false, of: envelope => envelope }

type Read = EntryRow[] | Unreadable

/** Results of `readAhead`, without redaction. null if a batch has already read the entry. */
const ahead = new WeakMap<LogRecord, Read | null>()
const AT_ONCE = 100

/** Reads entries before their batch starts. Yields to the event loop at intervals, so that requests do not wait. */
export const readAhead = async (records: LogRecord[]): Promise<void> => {
  for (let from = 0; from < records.length; from += AT_ONCE) {
    for (const record of records.slice(from, from + AT_ONCE)) {
      if (ahead.has(record)) return
      ahead.set(record, readOne(record))
    }
    await nextTurn()
  }
}

/** Builds the rows of an entry before it parses the next. Many parsed entries slow down the garbage collector. */
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
  // The commit needs the tally later. Computing it here reuses the parsed text.
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
