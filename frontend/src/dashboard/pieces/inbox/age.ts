import { useSyncExternalStore } from 'react'
import { plural } from '../../words/format.ts'

const MINUTE_MS = 60_000

/** Examples: "25 min", "3 h", "4 days". */
export const waitText = (ms: number): string => {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h`
  const days = Math.floor(hours / 24)
  return `${days} ${plural(days, 'day', 'days')}`
}

const everyMinute = (onMinute: () => void) => {
  const timer = setInterval(onMinute, MINUTE_MS)
  return () => clearInterval(timer)
}

/** Rounds down to the minute, because useSyncExternalStore needs the same value from repeated calls. */
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

export const useMinute = (): number => useSyncExternalStore(everyMinute, thisMinute, thisMinute)
