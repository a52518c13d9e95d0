/** Derives an event's id and time from the sender's id and times and from the server's clock. Pure. */
import { hash } from 'node:crypto'
import type { Issue } from '@firsttouch/infra/platform/http/http'
import { DAY_MS, MINUTE_MS } from '@firsttouch/infra/platform/timing'
import { v7 } from 'uuid'
import { timeInside } from './events.ts'

/** Older events are refused, so that counts of long ago do not change. The tracker's queue holds events for as long. */
const MAX_AGE_MS = 30 * DAY_MS
/** The tolerance without `sentAt`. Browsers' clocks are wrong by hours, rarely by more than a day. */
const MAX_AHEAD_MS = DAY_MS
/** A request may take this long, so a smaller difference between the clocks needs no correction. */
const TOLERANCE_MS = MINUTE_MS
/** No event is older than 2025. An earlier time comes from a wrong clock. */
const FIRST_MS = Date.UTC(2025, 0, 1)
/**
 * The time inside an id moves by whole steps to within half a step of the event: reports look for an event within 31 days of it.
 * Retries see the same event at nearly the same time, so all of them move its id by the same steps. Clocks are wrong by
 * hours, days, months or years: hardly one is wrong by half a step, where two retries could differ.
 */
const STEP_MS = 49 * DAY_MS

type Said = { id?: string | undefined; occurredAt?: string | undefined }
/** `clockSkew`: ms that were added to the sender's time. */
type Identity = { id: string; occurredAt: string; clockSkew?: number }

/** If the time is missing, it is the time inside the id. If the id is missing, it is made from the time. `sentAt` is by the sender's clock. */
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
 * The id under which the log holds an event: a UUIDv7 (RFC 9562, section 5.7) with the time of the sent id and, as its 74 random
 * bits, the first of SHA-256 over session and id. A retry repeats both, so it gets the same id. Another session's id becomes
 * another event, so a sender cannot claim it. An id of the log must not be bound again.
 */
export const boundId = (sessionId: string, id: string): string => {
  const bits = hash('sha256', `${sessionId} ${id}`)
  const variant = VARIANTS[Number.parseInt(bits.slice(3, 4), 16) % 4]
  return `${id.slice(0, 15)}${bits.slice(0, 3)}-${variant}${bits.slice(4, 7)}-${bits.slice(7, 19)}`
}
/** Hex digits whose first two bits are 10, the UUID variant. */
const VARIANTS = '89ab'

/** Never in the future. If the sender's clock was changed between event and sending, `sentAt` cannot correct the event's time. */
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
    return { path, message: `${path} is more than 30 days old: such events are no longer counted` }
  return undefined
}

/** Among the times that the contract accepts, only those of toISOString have this length and end. */
const isAsLogged = (time: string): boolean => time.length === 24 && time.endsWith('Z')
