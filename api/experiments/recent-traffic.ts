/** Traffic and conversion rate of the last four weeks, the input of a plan. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { Experiment } from '@firsttouch/ingest/experiments'
import type { Deps, ReadModel } from '../deps.ts'
import { type Counted, reachedSql, typesOf } from './goals.ts'
import { countParticipants } from './participants.ts'
import { daysOf } from './periods.ts'
import { enoughData, rate } from './statistics/sequence.ts'

const TRAFFIC_DAYS = 28

/** `rate` is the control's. null with too few visitors. */
export type Traffic = { rate: number | null; dailyVisitors: number }

/** Counts participants. With too few of them, counts all visitors of the experiment's page. */
export const measureTraffic = async (
  { readModel, now }: Pick<Deps, 'readModel' | 'now'>,
  experiment: Experiment,
  counted: Counted,
): Promise<Traffic> => {
  const until = now()
  const from = new Date(until.getTime() - TRAFFIC_DAYS * DAY_MS)
  const run = await countParticipants(readModel, {
    ...counted,
    testName: experiment.name,
    periods: [{ from, to: null }],
    now: until,
    paceDays: TRAFFIC_DAYS,
  })
  const control = run.arms.get(experiment.variants[0]?.name ?? '')
  if (control && enoughData(control)) return { rate: rate(control), dailyVisitors: run.dailyVisitors }
  const page = await trafficOfPage(readModel, experiment, counted, from, until)
  return page.dailyVisitors > run.dailyVisitors ? page : { rate: null, dailyVisitors: run.dailyVisitors }
}

type Page = { visitors: number; converters: number; firstAt: number }

const trafficOfPage = async (
  readModel: ReadModel,
  { name, path }: Experiment,
  counted: Counted,
  from: Date,
  until: Date,
): Promise<Traffic> => {
  const [{ visitors, converters, firstAt } = { visitors: 0, converters: 0, firstAt: 0 }] =
    await readModel.rows<Page>(pageSql(counted), {
      test: name,
      page: path,
      from: from.getTime(),
      types: typesOf(counted),
    })
  const arm = { visitors, converters }
  return {
    rate: enoughData(arm) ? rate(arm) : null,
    dailyVisitors: visitors === 0 ? 0 : visitors / daysOf(until.getTime() - firstAt),
  }
}

// A join without a match yields 1970.
const pageSql = (counted: Counted) => `
  WITH seen AS (
    SELECT session_minute, session, min(at) AS first_seen
    FROM {db:Identifier}.session_events FINAL
    WHERE kind = 'visit' AND bot = 0 AND page = {page:String} AND toUnixTimestamp64Milli(at) >= {from:Int64}
    GROUP BY session_minute, session
  )
  SELECT count() AS visitors, countIf(converted_at >= first_seen) AS converters,
    toUnixTimestamp64Milli(min(first_seen)) AS firstAt
  FROM seen LEFT JOIN (
    SELECT session_minute, session, max(reached_at) AS converted_at FROM (${reachedSql(counted)})
    WHERE (session_minute, session) IN (SELECT session_minute, session FROM seen)
    GROUP BY session_minute, session
  ) AS converted ON seen.session_minute = converted.session_minute AND seen.session = converted.session
  SETTINGS join_use_nulls = 0`
