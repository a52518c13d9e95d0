/** Which batches are followed. */
import { timeOf } from '../../projections/rollup.ts'
import type { EntryRow } from '../entries/entry-row.ts'
import { cellsOf } from '../rows.ts'

/** Of a larger batch, or one of more minutes, the engine is faster. */
const MOST_EVENTS = 20_000
const MOST_MINUTES = 200

/** A time that the store cannot hold is another one there. */
const isHeld = ({ minute, row }: EntryRow): boolean =>
  [minute * 1_000, timeOf(cellsOf(row))].every(ms => ms >= 0 && ms < 2 ** 32 * 1_000)

export const canFollow = (events: EntryRow[]): boolean =>
  events.length <= MOST_EVENTS &&
  new Set(events.map(({ minute }) => minute)).size <= MOST_MINUTES &&
  new Set(events.map(({ sessionMinute }) => sessionMinute)).size <= MOST_MINUTES &&
  events.every(isHeld)
