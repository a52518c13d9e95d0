/** Pure: the id and the time of an event, of what its sender says and the clock. */
import type { Issue } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { v7 } from 'uuid'
import { timeInside } from './events.ts'

/** Older events are refused: a tracker keeps them a day, and a bucket of last year must not move. */
const MAX_AGE_MS = 30 * DAY_MS
/** Browsers' clocks are wrong by hours, rarely by more than a day. */
const MAX_AHEAD_MS = DAY_MS

type Said = { id?: string | undefined; occurredAt?: string | undefined }
type Identity = { id: string; occurredAt: string }

/** An id without a time takes the time inside it; a time without an id gets an id made from it. */
export const identify = (
  { id, occurredAt }: Said,
  timestamp: string | undefined,
  now: Date,
): Identity | { issues: Issue[] } => {
  const said = occurredAt ?? timestamp
  const inside = id === undefined ? undefined : timeInside(id)
  const occurred = said === undefined ? (inside ?? now.getTime()) : Date.parse(said)
  const path = occurredAt === undefined && timestamp !== undefined ? 'timestamp' : 'occurredAt'
  const issue = issueOf(path, occurred, now)
  const idIssue = inside === undefined ? undefined : issueOf('id', inside, now)
  if (issue || idIssue) return { issues: [issue, idIssue].filter(one => one !== undefined) }
  return {
    id: id?.toLowerCase() ?? v7({ msecs: occurred }),
    occurredAt: said !== undefined && isAsLogged(said) ? said : new Date(occurred).toISOString(),
  }
}

const issueOf = (path: string, time: number, now: Date): Issue | undefined => {
  if (time > now.getTime() + MAX_AHEAD_MS)
    return { path, message: `${path} is more than a day in the future: check the sender's clock` }
  if (time < now.getTime() - MAX_AGE_MS)
    return { path, message: `${path} is more than 30 days old: such events are no longer counted` }
  return undefined
}

/** Of the times that the contract takes, only those of toISOString have this length and end. */
const isAsLogged = (time: string): boolean => time.length === 24 && time.endsWith('Z')
