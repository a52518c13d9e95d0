/** Steps 1 and 2. Turns log entries into redacted rows or dead letters. Entries of the next batch are read ahead while ClickHouse works. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { EntryRow } from '../entries/entry-row.ts'
import { readEntry, type Unreadable } from '../entries/read.ts'
import { eventRow, sentBy } from '../entries/rows.ts'
import { tallyOfRecord } from '../entries/tally.ts'
import { type DeadLetter, unreadable } from './dead-letters.ts'

/** Removes erased and expired data that the log still holds. */
export type Redaction = {
  concerns: (event: Pick<LoggedEvent, 'id' | 'sessionId'>) => boolean
  of: (envelope: LogEnvelope) => LogEnvelope
}
export const NO_REDACTION: Redaction = { concerns: () => false, of: envelope => envelope }

type Read = EntryRow[] | Unreadable

/** null for an entry that a batch has already read. */
const ahead = new WeakMap<LogRecord, Read | null>()
const AT_ONCE = 100

/** Yields to requests after every few entries. Stops at an entry that was already read. */
export const readAhead = async (records: LogRecord[]): Promise<void> => {
  for (let from = 0; from < records.length; from += AT_ONCE) {
    for (const record of records.slice(from, from + AT_ONCE)) {
      if (ahead.has(record)) return
      ahead.set(record, readOne(record))
    }
    await nextTurn()
  }
}

/** Builds an entry's rows before it parses the next entry, because many parsed entries slow down the garbage collector. */
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
  // The commit needs the tally. Computing it here reuses the parsed text.
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
