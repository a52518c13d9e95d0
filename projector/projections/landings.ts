/**
 * Where sessions begin, and by what device: the first page of a session is that of its first visit. Sessions count at
 * their first event, visits and conversions when they occurred, under the page that their session began on. So pages,
 * devices and browsers each add up to the totals of the same days.
 */
import { VISITS } from './kinds.ts'
import type { Projection } from './projection.ts'
import { bucketSql, eventsWhere, itself, type Rollup } from './rollup.ts'

const sessionTraffic: Rollup = {
  table: 'session_traffic',
  bucket: 'minute',
  from: eventsWhere(`type IN ('visit', 'conversion')`),
  bucketOf: 'minute',
  keys: {
    session_minute: 'session_minute',
    session: 'session',
    at: 'toStartOfMinute(occurred_at)',
    type: 'type',
    bot: `toUInt8(bot != '')`,
    page: 'page_path',
    device: `if(device = '', 'unknown', device)`,
    browser: `if(browser = '', 'unknown', browser)`,
    utm_source: 'utm_source',
    utm_campaign: 'utm_campaign',
  },
  weight: 'toUInt64(1)',
  time: 'occurred_at',
  measures: { n: 'sum(weight)', first_at: 'minIf(time, weight > 0)' },
  erasure: 'session',
  keysStay: true,
  parity: {
    'visits and conversions by page': { key: `concat(type, ' ', page)` },
    'visits and conversions by device and browser': { key: `concat(type, ' ', device, ' ', browser)` },
  },
}

/** A session without a visit begins with its first conversion. Ties go by text, so that the order of arrival decides nothing. */
const FIRST = `(type != 'visit', first_at, page, device, browser, utm_source, utm_campaign)`

/** A row for each session, and one for each of its visits and conversions. */
const parts: Rollup['from'] = (db, touched) => `(
    SELECT session_minute, part.1 AS type, part.2 AS at, first.3 AS page, first.4 AS device, first.5 AS browser,
      part.3 AS utm_source, part.4 AS utm_campaign, part.5 AS n
    FROM (
      SELECT session_minute, session, min(${FIRST}) AS first,
        groupArray((toString(type), at, toString(utm_source), toString(utm_campaign), n)) AS done,
        ('session', toStartOfMinute(min(first_at)), toString(first.6), toString(first.7), toUInt64(1)) AS began
      FROM ${db}.session_traffic FINAL
      WHERE bot = 0 AND ${touched('session_minute')}
      GROUP BY session_minute, session
    )
    ARRAY JOIN arrayPushBack(done, began) AS part
  )`

const minutes: Rollup = {
  table: 'landing_minutes',
  bucket: 'session_minute',
  from: parts,
  bucketOf: 'session_minute',
  keys: itself(['at', 'type', 'page', 'device', 'browser', 'utm_source', 'utm_campaign']),
  weight: 'n',
  measures: { n: 'sum(weight)' },
  erasure: 'bucket',
}

/** Each question has a table of its own, without what the other one asks for: far fewer rows to read. */
const quarterHoursBy = (table: string, names: string[]): Rollup => {
  const bucketOf = bucketSql('session_quarter_hour')
  return {
    table,
    bucket: 'session_quarter_hour',
    from: (db, touched) => `${db}.landing_minutes FINAL WHERE ${touched(bucketOf)}`,
    bucketOf,
    keys: { at: 'toStartOfFifteenMinutes(at)', ...itself(['type', ...names, 'utm_source', 'utm_campaign']) },
    weight: 'n',
    measures: { n: 'sum(weight)' },
    erasure: 'bucket',
  }
}

export const landings: Projection = {
  reads: [...VISITS, 'conversion'],
  rollups: [
    sessionTraffic,
    minutes,
    quarterHoursBy('landing_15m', ['page']),
    quarterHoursBy('device_15m', ['device', 'browser']),
  ],
  feeds: ['analytics'],
  since: 2,
}
