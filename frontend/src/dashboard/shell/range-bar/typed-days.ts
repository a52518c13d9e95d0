/**
 * Two date fields while somebody works in them. What is typed stays as it is typed: WebKit drops what it has of a day as soon
 * as a script writes the field, and half a year (0002) is a whole day to it.
 */
import { isDay } from '../../address/range.ts'

export type Days = { from: string; to: string }

/** What can be done with the days as they are. */
type TypedDays =
  | { state: 'unfinished' }
  /** The second day is before the first. */
  | { state: 'reversed' }
  | { state: 'whole'; days: Days }

export const judgeDays = (days: Days): TypedDays => {
  if (!isDay(days.from) || !isDay(days.to)) return { state: 'unfinished' }
  return days.from > days.to ? { state: 'reversed' } : { state: 'whole', days }
}
