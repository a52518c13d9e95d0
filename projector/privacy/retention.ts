/** Removes the details of old visits. A hash replaces the id of an old session, so counts of sessions do not change. */
import { AGED, timeToAge } from '@firsttouch/infra/log/postgres/session-time'
import { minuteOf, sessionMinuteOf } from '../entries/rows.ts'
import { sessionHash } from './erasures.ts'
import { type EventRedaction, withoutPages } from './events.ts'
import type { StoreRedaction } from './redact-store.ts'

const DAY_S = 86_400
/** Returns the start of the oldest UTC day whose details stay, in seconds since 1970. */
export const lastDayKept = (now: Date, days: number): number =>
  Math.floor((now.getTime() / 1000 - days * DAY_S) / DAY_S) * DAY_S

/** Gives a session that began before `until` a new id with the same minute, so its rows stay in their buckets. */
export const agedName = (session: string, until: number): string => {
  const minute = sessionMinuteOf(session)
  if (timeToAge(session) === null || minute >= until) return session
  return `utm_${minute * 1000}_aged${sessionHash(session).slice(0, 24)}`
}
/** Start of 2020 in seconds since 1970. Sessions without a valid time have an earlier minute. */
const PLAUSIBLE_S = 1_577_836_800

export const redactOld = (until: number): EventRedaction => ({
  concerns: ({ id, sessionId }) =>
    until > 0 && (minuteOf(id) < until || AGED.test(agedName(sessionId, until))),
  of: event => ({ ...withoutPages(event), sessionId: agedName(event.sessionId, until) }),
})

const TIMED_SQL = `match(session, '^utm_[0-9]{13}_') AND session_minute >= toDateTime(${PLAUSIBLE_S}, 'UTC')`
const UNTIL = `toDateTime({until: UInt32}, 'UTC')`
/** SQL condition that the session is old and still has its original id. */
const TO_AGE = `(${TIMED_SQL} AND session_minute < ${UNTIL} AND NOT match(session, '_aged[0-9a-f]{24}$'))`
const AGED_NAME = `concat('utm_', toString(toInt64(toUnixTimestamp(session_minute)) * 1000), '_aged', substring(lower(hex(SHA256(session))), 1, 24))`
const OLD = `(minute < ${UNTIL} OR (${TIMED_SQL} AND session_minute < ${UNTIL}))`

/** Redacts stored rows. Must have the same effect as `redactOld`, which redacts log entries. */
export const retentionOf = (until: number): StoreRedaction => ({
  events: `(${TO_AGE} OR (${OLD} AND (user_agent != '' OR network != '' OR referrer != referring_site OR page_path != '')))`,
  set: `session = if(${TO_AGE}, ${AGED_NAME}, session),
    user_agent = '', network = '', referrer = referring_site, page_path = ''`,
  tables: ({ keys }) => ('page' in keys ? `(${TO_AGE} OR (${OLD} AND page != ''))` : TO_AGE),
  parameters: { until },
})
