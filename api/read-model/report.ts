import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { z } from 'zod'
import type { Comparison, PeriodQuery } from '../contract/range.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import {
  addDays,
  dayIn,
  daysEarlier,
  daysFrom,
  type Period,
  periodBefore,
  periodOf,
  rangeOf,
  startOfDay,
} from './report-days.ts'
import { TRAFFIC_OF_PEOPLE } from './traffic-filter.ts'

/** Returns null for `compare=none` and for a period that begins after today. */
export const comparedPeriod = (period: Period, today: string, compare?: Comparison): Period | null =>
  period.from <= today && compare !== 'none' ? periodBefore(period, daysEarlier(period.days, compare)) : null

/** Returns null if the comparison period begins before `first`, the day of the first event, and is thus incomplete. */
export const ifCounted = (before: Period | null, first: string | null): Period | null =>
  before && first !== null && first <= before.from ? before : null

const endOf = (zone: string, { to }: Period): Date => startOfDay(zone, addDays(to, 1))

/** If the period ends today, cuts the comparison period at the same time of day, rounded up to a quarter-hour. */
export const cutOf = (period: Period, before: Period, zone: string, now: Date): Date | null => {
  if (dayIn(zone, now) !== period.to) return null
  const today = now.getTime() - startOfDay(zone, period.to).getTime()
  const cut = startOfDay(zone, before.to).getTime() + Math.ceil(today / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return cut < endOf(zone, before).getTime() ? new Date(cut) : null
}

export const endOrCut = (before: Period, cut: Date | null, zone: string): Date => cut ?? endOf(zone, before)

export const firstDay = async ({
  readModel,
  config,
}: Pick<Deps, 'readModel' | 'config'>): Promise<string | null> => {
  const [row] = await readModel.rows<{ first: number }>(FIRST)
  return row?.first ? dayIn(config.timeZone, new Date(row.first * 1000)) : null
}

export const everySince = (first: string | null, today: string): Period => {
  const from = first !== null && first < today ? first : today
  return { from, to: today, days: daysFrom(from, today) }
}

// FINAL is not needed, because a later version of a row never has an earlier `at`. `ORDER BY at LIMIT 1` uses the index
// of `at`, and `min(at)` would not.
const FIRST = `
  SELECT toUnixTimestamp(at) AS first FROM {db:Identifier}.event_sums
  WHERE ${TRAFFIC_OF_PEOPLE} AND gone = 0 ORDER BY at LIMIT 1`

/** Makes the route `GET /api/admin/<name>`, for viewers and read tokens. */
export const report =
  <Query extends z.ZodType, Answer extends z.ZodType>(
    name: string,
    querystring: Query,
    answer: Answer,
    read: (deps: Deps, query: z.output<Query>) => Promise<z.output<Answer>>,
  ) =>
  (app: Api, deps: Deps): void => {
    const schema: { querystring: z.ZodType; response: z.ZodRawShape } = {
      querystring,
      response: { 200: answer },
    }
    app.get(`/api/admin/${name}`, { config: FIGURES, schema }, ({ query }) =>
      read(deps, query as z.output<Query>),
    )
  }

/** `shown` may change the period, for example to end it today. `until` is the end of the comparison period. */
export const openReport = async (
  { readModel, config, now }: Pick<Deps, 'readModel' | 'config' | 'now'>,
  query: PeriodQuery,
  shown: (asked: Period, today: string) => Period = asked => asked,
) => {
  const zone = config.timeZone
  const time = now()
  const today = dayIn(zone, time)
  const asked = periodOf(query, zone, time)
  const period = asked && shown(asked, today)
  const before = period && comparedPeriod(period, today, query.compare)
  const cut = period && before && cutOf(period, before, zone, time)
  const until = before && endOrCut(before, cut, zone)
  // Reads `asOf` before the figures, so that the figures are at least as recent.
  const asOf = await readModel.asOf()
  const head = { asOf: asOf?.toISOString() ?? null, range: rangeOf(period, zone) }
  return { zone, time, today, period, before, cut, until, head }
}
