/**
 * Two date fields while somebody works in them. What is typed stays as it is typed: WebKit drops what it has of a day as soon
 * as a script writes the field, and half a year (0002) is a whole day to it.
 */
import { useEffect, useRef, useState } from 'react'
import { isDay } from '../../address/range.ts'
import { useRange } from '../../address/use-range.ts'

/** A day picked with the mouse is meant; one that is being typed changes with every key. */
const PAUSE_MS = 600

type Days = { from: string; to: string }

/** `reversed`: the second day is before the first. */
export const judgeDays = ({ from, to }: Days): 'unfinished' | 'reversed' | 'whole' =>
  !isDay(from) || !isDay(to) ? 'unfinished' : from > to ? 'reversed' : 'whole'

/** A whole pair in the right order becomes the page's range once the typing rests. */
export const useCustomDays = () => {
  const range = useRange()
  // Belongs to the range that was shown then: another one, chosen elsewhere, replaces it.
  const [typed, setTyped] = useState<(Days & { over: string }) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const isTyped = typed?.over === range.words
  const { from, to } = isTyped ? typed : range
  const accept = (days: Days) => {
    clearTimeout(timer.current)
    if (judgeDays(days) === 'whole') range.chooseDays(days.from, days.to)
  }
  const type = (days: Days) => {
    setTyped({ ...days, over: range.words })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => accept(days), PAUSE_MS)
  }
  return {
    from,
    to,
    setFrom: (day: string) => type({ from: day, to }),
    setTo: (day: string) => type({ from, to: day }),
    /** Enter, or the keyboard has left the field. */
    finish: () => isTyped && accept({ from, to }),
    isWrong: judgeDays({ from, to }) === 'reversed',
  }
}
