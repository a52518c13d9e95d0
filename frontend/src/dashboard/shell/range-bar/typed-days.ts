/**
 * Two date fields while somebody works in them. What is typed stays as it is typed: WebKit drops what it has of a day as soon
 * as a script writes the field, and half a year (0002) is a whole day to it.
 */
import { isDay } from '../../address/range.ts'

export type Days = { from: string; to: string }

/** `reversed`: the second day is before the first. */
export const judgeDays = ({ from, to }: Days): 'unfinished' | 'reversed' | 'whole' =>
  !isDay(from) || !isDay(to) ? 'unfinished' : from > to ? 'reversed' : 'whole'
