/** Sums of days that are over, for what is asked by campaign: quarter-hours have a row for nearly every session of thousands. */
import { itself, type Rollup } from './rollup.ts'

export type DaySums = Rollup & {
  /** The table by quarter-hours that it is made of. */
  of: string
}

const eventDays = (date: string): DaySums => ({
  of: 'event_sums',
  table: 'event_days',
  bucket: 'day',
  from: (db, touched) =>
    `${db}.event_sums FINAL WHERE model = 'campaign_traffic' AND bot = 0 AND ${touched('toStartOfDay(quarter_hour)')}`,
  bucketOf: 'toStartOfDay(quarter_hour)',
  keys: {
    model: 'model',
    date,
    ...itself(['type', 'utm_source', 'utm_medium', 'utm_campaign']),
  },
  also: { last_at: 'at' },
  weight: 'n',
  measures: { n: 'sum(weight)', last_at: 'maxIf(own_last_at, weight > 0)' },
  erasure: 'nothing',
})

const sessionDays = (date: string): DaySums => ({
  of: 'session_sums',
  table: 'session_days',
  bucket: 'session_day',
  from: (db, touched) =>
    `${db}.session_sums FINAL WHERE model IN ('visitor', 'segment') AND ${touched('toStartOfDay(session_quarter_hour)')}`,
  bucketOf: 'toStartOfDay(session_quarter_hour)',
  keys: {
    model: 'model',
    date,
    ...itself(['utm_source', 'utm_campaign', 'test_name', 'variant', 'converted']),
  },
  weight: 'n',
  measures: { n: 'sum(weight)' },
  erasure: 'nothing',
})

/** By days of a time zone, in which reports cut theirs. */
export const daySums = (zone: string): DaySums[] => {
  if (!/^[\w+/-]+$/.test(zone)) throw new Error(`"${zone}" cannot be the name of a time zone.`)
  return [eventDays, sessionDays].map(of => of(`toDate(at, '${zone}')`))
}
export const DAY_SUMS = daySums('UTC')
