import { useSyncExternalStore } from 'react'
import { plural } from '../../words/format.ts'

const MINUTE_MS = 60_000

/** In the largest unit that still tells two of them apart: "25 min", "3 h", "4 days". */
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

/** Its start, so that each call within a minute returns the same. */
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

export const useMinute = (): number => useSyncExternalStore(everyMinute, thisMinute, thisMinute)
