/** The time, anew with each minute. */
import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

const everyMinute = (onMinute: () => void) => {
  const timer = setInterval(onMinute, MINUTE_MS)
  return () => clearInterval(timer)
}

/** Its start, so that it is the same however often it is asked. */
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

export const useMinute = (): number => useSyncExternalStore(everyMinute, thisMinute, thisMinute)
