import { useEffect, useRef, useState } from 'react'
import { useRange } from '../../address/use-range.ts'
import { type Days, judgeDays } from './typed-days.ts'

/** A day picked with the mouse is meant; one that is being typed changes with every key. */
const PAUSE_MS = 600

/** Two dates as they are typed; a whole pair in the right order becomes the page's range once the typing rests. */
export const useCustomDays = () => {
  const range = useRange()
  // Belongs to the range that was shown then: another one, chosen elsewhere, replaces it.
  const [typed, setTyped] = useState<(Days & { over: string }) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const isTyped = typed?.over === range.words
  const days: Days = isTyped ? { from: typed.from, to: typed.to } : { from: range.from, to: range.to }
  const take = ({ from, to }: Days) => {
    clearTimeout(timer.current)
    if (judgeDays({ from, to }) === 'whole') range.chooseDays(from, to)
  }
  const type = (after: Days) => {
    setTyped({ ...after, over: range.words })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => take(after), PAUSE_MS)
  }
  return {
    ...days,
    setFrom: (from: string) => type({ ...days, from }),
    setTo: (to: string) => type({ ...days, to }),
    /** Enter, or the keyboard has left the field. */
    finish: () => isTyped && take(days),
    isWrong: judgeDays(days) === 'reversed',
  }
}
