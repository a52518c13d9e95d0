/** How long a lead waits for its first reply, or waited. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { useSyncExternalStore } from 'react'
import { dateTime } from '../words/format.ts'
import { plural } from '../words/plural.ts'

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

type Waits = Pick<Lead, 'status' | 'spamReason' | 'createdAt' | 'replyDueAt' | 'firstReplyAt'>

/** null for a lead that waits no more, and for spam. */
export const waitingOf = (
  { status, spamReason, createdAt, replyDueAt }: Waits,
  now: number,
): { isLate: boolean; text: string } | null => {
  if (status !== 'new' || spamReason) return null
  const waits = `Waits ${waitText(now - Date.parse(createdAt))}`
  const isLate = replyDueAt !== null && Date.parse(replyDueAt) < now
  return isLate
    ? { isLate, text: `${waits}: promised by ${dateTime(replyDueAt)}` }
    : { isLate: false, text: waits }
}

export const repliedText = ({ createdAt, firstReplyAt }: Waits): string | null =>
  firstReplyAt === null
    ? null
    : `First reply after ${waitText(Date.parse(firstReplyAt) - Date.parse(createdAt))}`

const everyMinute = (onMinute: () => void) => {
  const timer = setInterval(onMinute, MINUTE_MS)
  return () => clearInterval(timer)
}

/** Its start, so that each call within a minute returns the same. */
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

/** The time, updated each minute. */
export const useMinute = (): number => useSyncExternalStore(everyMinute, thisMinute, thisMinute)
