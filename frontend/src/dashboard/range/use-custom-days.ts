import { useState } from 'react'
import { useRange } from './use-range.ts'

/** Two dates as they are typed: only a whole pair in the right order becomes the page's range. */
export const useCustomDays = () => {
  const range = useRange()
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null)
  const { from, to } = typed ?? range
  const take = (days: { from: string; to: string }) => {
    const isWhole = days.from !== '' && days.to !== '' && days.from <= days.to
    setTyped(isWhole ? null : days)
    if (isWhole) range.chooseDays(days.from, days.to)
  }
  return {
    from,
    to,
    setFrom: (day: string) => take({ from: day, to }),
    setTo: (day: string) => take({ from, to: day }),
    isWrong: from !== '' && to !== '' && from > to,
  }
}
