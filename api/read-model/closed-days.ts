/** A day is closed when it is over and `projector/jobs/days.ts` has written its sums to the daily tables. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { Deps } from '../deps.ts'
import { clip, edgesAround, isNonEmpty, NEVER_MS, outside, type Range, within } from './ranges.ts'
import { type WholeDays, wholeDays } from './report-days.ts'

/** `day` and `time` name columns. The value of `time` and an event's `at` differ by at most `apart` milliseconds. */
const TABLES = {
  event_days: { day: 'day', time: 'minute', apart: 33 * DAY_MS },
  session_days: { day: 'session_day', time: 'session_quarter_hour', apart: NEVER_MS },
}
type Table = keyof typeof TABLES

/** SQL conditions on the daily table (`days`) and the finer one (`others`). Together they select each event once. */
export type Cut = { days: string[]; others: string[] }
export type CutOf = (table: Table, ranges: readonly Range[]) => Cut
type Rows = Deps['readModel']['rows']
/** The report query must use the same `rows`, because another generation may have other closed days. */
export const readClosedDays = async (
  { config: { timeZone: zone } }: Pick<Deps, 'config'>,
  rows: Rows,
  withinMs?: number,
): Promise<CutOf> => {
  const found = await rows<{ first: number; until: number }>(WRITTEN, { zone }, withinMs)
  const written = found.map(({ first, until }): Range => [first * 1000, until * 1000]).filter(isNonEmpty)
  return (table, ranges) => cutOf(TABLES[table], ranges, written, zone)
}

const WRITTEN = `
  SELECT toUnixTimestamp(first) AS first, toUnixTimestamp(until) AS until
  FROM {db:Identifier}.written_days FINAL WHERE zone = {zone:String}`

const cutOf = (
  { day, time, apart }: (typeof TABLES)[Table],
  ranges: readonly Range[],
  closed: Range[],
  zone: string,
): Cut => {
  const cuts = ranges.map(range => ({ range, whole: wholeDays(zone, range) }))
  const whole = cuts.flatMap(({ whole }) => whole ?? [])
  if (closed.length === 0 || whole.length === 0) return { days: [], others: [within('at', ranges)] }
  const moments = whole.map(one => one.moments)
  const near: Range = [Math.min(...moments.flat()) - apart, Math.max(...moments.flat()) + apart]
  const open = `${within('at', moments)} AND ${within(time, clip(outside(closed), near))}`
  const edges = cuts.flatMap(({ range, whole }) => (whole ? edgesAround(range, whole.moments) : [range]))
  return {
    days: [`(${whole.map(isOf).join(' OR ')}) AND ${within(day, clip(closed, near))}`],
    others: edges.length === 0 ? [open] : [open, within('at', edges)],
  }
}

const isOf = ({ from, before }: WholeDays): string =>
  [from && `date >= '${from}'`, before && `date < '${before}'`].filter(Boolean).join(' AND ') || 'true'

export const cutRows = ({ days, others }: Cut, ofDay: Select, ofOther: Select): string =>
  [...days.map(ofDay), ...others.map(ofOther)].join('\n    UNION ALL')
type Select = (where: string) => string
