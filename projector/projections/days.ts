/** Sums of whole days for reports by campaign. With thousands of campaigns, sums by quarter-hour have too many rows. */
import { eventSums } from './event-counts.ts'
import { type Bucket, itself, type Rollup } from './rollup.ts'
import { sessionSums } from './sessions/tables.ts'

export type DaySums = Rollup & {
  /** The table of quarter-hour sums that this table adds up. */
  of: Rollup
}

type Days = {
  of: Rollup
  table: string
  bucket: Bucket
  where: string
  keys: Rollup['keys']
} & Partial<Rollup>

const eventDays: Days = {
  of: eventSums,
  table: 'event_days',
  bucket: 'day',
  where: `model = 'campaign_traffic' AND bot = 0`,
  keys: itself(['type', 'utm_source', 'utm_medium', 'utm_campaign', 'channel']),
  also: { last_at: 'at' },
  measures: { n: 'sum(weight)', last_at: 'maxIf(own_last_at, weight > 0)' },
}

const sessionDays: Days = {
  of: sessionSums,
  table: 'session_days',
  bucket: 'session_day',
  where: `model IN ('visitor', 'touch')`,
  // The other columns of the sorting key stay empty, because no query uses them.
  keys: {
    ...itself(['type', 'utm_source', 'utm_campaign']),
    ...{ channel: `''`, test_name: `''`, variant: `''`, converted: 'toUInt8(0)' },
  },
}

/** `zone` is the time zone of the days in reports. */
export const daySums = (zone: string): DaySums[] => {
  if (!/^[\w+/-]+$/.test(zone)) throw new Error(`"${zone}" is not a valid name of a time zone.`)
  return [eventDays, sessionDays].map(({ of, where, keys, ...own }) => {
    const bucketOf = `toStartOfDay(${of.bucket})`
    return {
      of,
      reads: of.reads,
      from: (db, touched) => `${db}.${of.table} FINAL WHERE ${where} AND ${touched(bucketOf)}`,
      bucketOf,
      keys: { model: 'model', date: `toDate(at, '${zone}')`, ...keys },
      weight: 'n',
      measures: { n: 'sum(weight)' },
      erasure: 'nothing',
      ...own,
    }
  })
}
export const DAY_SUMS = daySums('UTC')
