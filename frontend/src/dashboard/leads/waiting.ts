import type { Lead } from '@firsttouch/api/contract/leads'
import { waitText } from '../pieces/inbox/age.ts'
import { dateTime } from '../words/format.ts'

type Waits = Pick<
  Lead,
  'status' | 'spamReason' | 'createdAt' | 'replyDueAt' | 'firstReplyAt' | 'firstReplyBy'
>

/** null for spam and for leads that no longer wait for a reply. */
export const waitingOf = (
  { status, spamReason, createdAt, replyDueAt }: Waits,
  now: number,
): { isLate: boolean; text: string } | null => {
  if (status !== 'new' || spamReason) return null
  const waits = `Waits ${waitText(now - Date.parse(createdAt))}`
  const isLate = replyDueAt !== null && Date.parse(replyDueAt) < now
  return isLate
    ? { isLate, text: `${waits}: reply promised by ${dateTime(replyDueAt)}` }
    : { isLate: false, text: waits }
}

export const repliedText = ({ createdAt, firstReplyAt, firstReplyBy }: Waits): string | null =>
  firstReplyAt === null
    ? null
    : `Replied${firstReplyBy ? ` by ${firstReplyBy}` : ''} on ${dateTime(firstReplyAt)}, after ${waitText(Date.parse(firstReplyAt) - Date.parse(createdAt))}`
