/** Derives an event's id and time from the sender's values and the server's clock. Has no side effects. */
import { hash } from 'node:crypto'
import type { Issue } from '@firsttouch/infra/platform/http/http'
import { DAY_MS, MINUTE_MS } from '@firsttouch/infra/platform/timing'
import { v7 } from 'uuid'
import { timeInside } from './events.ts'

/** Ingest rejects older events, so that old counts do not change. */
const MAX_AGE_MS = 30 * DAY_MS
/** How far in the future an event without `sentAt` may lie. Clocks are rarely wrong by more than a day. */
const MAX_AHEAD_MS = DAY_MS
/** Ingest does not correct a smaller difference of clocks, because the request may have taken this long. */
const TOLERANCE_MS = MINUTE_MS
/** No real event is older, so an earlier time comes from a wrong clock. */
const FIRST_MS = Date.UTC(2025, 0, 1)
/**
 * The time inside an id is corrected in whole steps of this length, so an event and its retry get the same id. Reports
 * search for an event within 31 days of the time inside its id, so half a step must be shorter than 31 days. Only a
 * clock error close to half a step can give an event and its retry two ids, which is very rare.
 */
const STEP_MS = 49 * DAY_MS

type Said = { id?: string | undefined; occurredAt?: string | undefined }
/** `clockSkew` is the correction in milliseconds. */
type Identity = { id: string; occurredAt: string; clockSkew?: number }

/** Derives a missing time from the id, and a missing id from the time. `sentAt` is by the sender's clock. */
export const identify = (
  { id, occurredAt }: Said,
  timestamp: string | undefined,
  now: Date,
  sentAt?: number,
): Identity | { issues: Issue[] } => {
  const said = occurredAt ?? timestamp
  const inside = id === undefined ? undefined : timeInside(id)
  const stated = said === undefined ? (inside ?? sentAt ?? now.getTime()) : Date.parse(said)
  const occurred = sentAt === undefined ? stated : corrected(stated, now.getTime(), sentAt)
  const path = occurredAt === undefined && timestamp !== undefined ? 'timestamp' : 'occurredAt'
  const issue = issueOf(path, occurred, now)
  const idIssue = inside === undefined || sentAt !== undefined ? undefined : issueOf('id', inside, now)
  if (issue || idIssue) return { issues: [issue, idIssue].filter(one => one !== undefined) }
  const isAsSaid = occurred === stated
  return {
    id: id === undefined ? v7({ msecs: occurred }) : idNear(id.toLowerCase(), occurred),
    occurredAt: isAsSaid && said !== undefined && isAsLogged(said) ? said : new Date(occurred).toISOString(),
    ...(!isAsSaid && { clockSkew: occurred - stated }),
  }
}

/**
 * A UUIDv7 with the time of the sent id and a hash of session and id. A retry gets the same id, and a sender cannot
 * claim the id of another session's event. Pass only ids from senders, because an id from the log would change again.
 */
export const boundId = (sessionId: string, id: string): string => {
  const bits = hash('sha256', `${sessionId} ${id}`)
  const variant = VARIANTS[Number.parseInt(bits.slice(3, 4), 16) % 4]
  return `${id.slice(0, 15)}${bits.slice(0, 3)}-${variant}${bits.slice(4, 7)}-${bits.slice(7, 19)}`
}
/** The hex digits whose first two bits are 1 and 0. These bits mark the UUID variant. */
const VARIANTS = '89ab'

/** Corrects `said`, but never into the future. Cannot correct a clock that changed between the event and `sentAt`. */
const corrected = (said: number, now: number, sentAt: number): number => {
  const behind = now - sentAt
  const time = Math.abs(behind) > TOLERANCE_MS ? said + behind : said
  const possible = [time, said].find(one => one <= now && one >= now - MAX_AGE_MS)
  if (possible !== undefined) return possible
  return time > now || said > now || said < FIRST_MS ? now : time
}

const idNear = (id: string, occurred: number): string => {
  const inside = timeInside(id)
  const steps = Math.round((occurred - inside) / STEP_MS)
  const time = (inside + steps * STEP_MS).toString(16).padStart(12, '0')
  return steps === 0 ? id : `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
}

const issueOf = (path: string, time: number, now: Date): Issue | undefined => {
  if (time > now.getTime() + MAX_AHEAD_MS)
    return { path, message: `${path} is more than a day in the future: check the sender's clock` }
  if (time < now.getTime() - MAX_AGE_MS)
    return { path, message: `${path} is more than 30 days old: such events are not counted` }
  return undefined
}

/** True for the format of `Date.toISOString`. No other accepted time has this length and ending. */
const isAsLogged = (time: string): boolean => time.length === 24 && time.endsWith('Z')
