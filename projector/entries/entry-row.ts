import type { EventType, Minutes } from '../projections/rollup.ts'
import { contentOf, type Occurrence } from './content.ts'
import { EVENT_COLUMNS, type EventPosition, type EventRow } from './rows.ts'

const [ID, TYPE, SESSION, MINUTE, SESSION_MINUTE] = (
  ['id', 'type', 'session', 'minute', 'session_minute'] as const
).map(name => EVENT_COLUMNS.indexOf(name)) as [number, number, number, number, number]

/** Has getters instead of fields, because copied cells of 100,000 rows would slow down the garbage collector. */
export class EntryRow implements Minutes, Occurrence {
  readonly row: EventRow
  readonly partition: number
  readonly offset: number
  readonly index: number
  constructor(row: EventRow, { partition, offset, index }: EventPosition) {
    this.row = row
    this.partition = partition
    this.offset = offset
    this.index = index
  }
  get id(): string {
    return this.row[ID] as string
  }
  get type(): EventType {
    return this.row[TYPE] as EventType
  }
  get sessionId(): string {
    return this.row[SESSION] as string
  }
  get minute(): number {
    return this.row[MINUTE] as number
  }
  get sessionMinute(): number {
    return this.row[SESSION_MINUTE] as number
  }
  get content(): string {
    return contentOf(this.row)
  }
}
