/**
 * Visits of long ago keep their count and lose what tells about the visitor. A browser's session ages as a whole, by the
 * time inside its id, so that its events always meet under one name, and no number changes.
 */
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { minuteOf, sessionMinuteOf } from '../pipeline/rows.ts'
import { type Forget, sessionHash, withoutPages, withoutSender } from './erasures.ts'

/** Seconds since 1970, the start of a UTC day. */
export const lastDayKept = (now: Date, days: number): number =>
  Math.floor((now.getTime() / 1000 - days * DAY_S) / DAY_S) * DAY_S
const DAY_S = 86_400

const TIMED = /^utm_\d{13}_/
const AGED = /_aged[0-9a-f]{24}$/

/** A session's name once it is older than `until`; of the same minute, which keeps its place in every count. */
export const agedName = (session: string, until: number): string => {
  const minute = sessionMinuteOf(session)
  if (!TIMED.test(session) || AGED.test(session) || minute < PLAUSIBLE_S || minute >= until) return session
  return `utm_${minute * 1000}_aged${sessionHash(session).slice(0, 24)}`
}
/** Below it are the stand-in minutes of sessions without a time. */
const PLAUSIBLE_S = 1_577_836_800

export const ageing =
  (until: number): Forget =>
  envelope => {
    const isOld = (event: LoggedEvent) =>
      minuteOf(event.id) < until || AGED.test(agedName(event.sessionId, until))
    if (until === 0 || !envelope.events.some(isOld)) return envelope
    return {
      ...withoutSender(envelope),
      events: envelope.events.map(event => aged(event, until, isOld(event))),
    }
  }

const aged = (event: LoggedEvent, until: number, isOld: boolean): LogEnvelope['events'][number] =>
  isOld ? { ...withoutPages(event), sessionId: agedName(event.sessionId, until) } : event

const timed = `match(session, '^utm_[0-9]{13}_') AND session_minute >= toDateTime(${PLAUSIBLE_S}, 'UTC')`
const until = `toDateTime({until: UInt32}, 'UTC')`
/** The same as SQL over the tables that have a session: those that are to get their aged name. */
export const TO_AGE = `(${timed} AND session_minute < ${until} AND NOT match(session, '_aged[0-9a-f]{24}$'))`
export const AGED_NAME = `concat('utm_', toString(toInt64(toUnixTimestamp(session_minute)) * 1000), '_aged', substring(lower(hex(SHA256(session))), 1, 24))`
/** Events that still say more than their count. */
const old = `(minute < ${until} OR (${timed} AND session_minute < ${until}))`
export const TELLING = `(${TO_AGE} OR (${old} AND (user_agent != '' OR network != '' OR referrer != '' OR page_path != '')))`
/** The same of the table of sessions with their pages. */
export const TELLING_PAGE = `(${TO_AGE} OR (${old} AND page != ''))`
