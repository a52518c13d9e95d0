/**
 * Days that are over have sums of their own, a row for a campaign's day. As long as one is open, its minutes or quarter-hours are read.
 * See `projector/days`.
 */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { Deps } from '../deps.ts'
import { DAYS_SINCE } from './editions.ts'
import { clip, isFilled, NEVER_MS, outside, type Range, within } from './ranges.ts'
import { type WholeDays, wholeDays } from './report-days.ts'

/** The tables of days, with the columns that say of which day a row of them and of the other table is, and how far that and `at` are apart. */
const TABLES = {
  event_days: { day: 'day', time: 'minute', apart: 33 * DAY_MS },
  session_days: { day: 'session_day', time: 'session_quarter_hour', apart: NEVER_MS },
}
type Table = keyof typeof TABLES

/** Conditions of the two tables, each of which an index can go by: together they have what occurred in some ranges once. */
export type Cut = { days: string[]; others: string[] }
export type CutOf = (table: Table, ranges: readonly Range[]) => Cut
type Rows = Deps['readModel']['rows']

/** `rows` asks what the cut is for as well, as another generation may have closed other days. */
export const readClosedDays = async (
  { config: { timeZone: zone } }: Pick<Deps, 'config'>,
  rows: Rows,
  withinMs?: number,
): Promise<CutOf> => {
  const found = await rows<{ of: Table; days: number[] }>(CLOSED, { edition: DAYS_SINCE, zone }, withinMs)
  const closed = new Map(found.map(({ of, days }) => [of, rangesOf(days)]))
  return (table, ranges) => cutOf(TABLES[table], ranges, closed.get(table) ?? [], zone)
}

const CLOSED = `
  SELECT of, arraySort(groupArray(toUnixTimestamp(day))) AS days FROM {db:Identifier}.closed_days FINAL
  WHERE zone = {zone:String} AND (SELECT count() FROM {db:Identifier}.progress FINAL WHERE edition < {edition:UInt8}) = 0
  GROUP BY of`

/** Of days in order, in seconds. */
const rangesOf = (days: number[]): Range[] => {
  const ranges: Range[] = []
  for (const day of days.map(seconds => seconds * 1000)) {
    const last = ranges.at(-1)
    if (last?.[1] === day) last[1] += DAY_MS
    else ranges.push([day, day + DAY_MS])
  }
  return ranges
}

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
  const edges = cuts.flatMap(({ range, whole }) => edgesOf(range, whole)).filter(isFilled)
  return {
    days: [`(${whole.map(isOf).join(' OR ')}) AND ${within(day, clip(closed, near))}`],
    others: edges.length === 0 ? [open] : [open, within('at', edges)],
  }
}

const edgesOf = ([from, to]: Range, whole: WholeDays | null): Range[] => {
  if (!whole) return [[from, to]]
  const [begins, ends] = whole.moments
  return [
    [from, begins],
    [ends, to],
  ]
}

const isOf = ({ from, before }: WholeDays): string =>
  [from && `date >= '${from}'`, before && `date < '${before}'`].filter(Boolean).join(' AND ') || 'true'

/** Rows of both tables. */
export const cutRows = ({ days, others }: Cut, ofDay: Select, ofOther: Select): string =>
  [...days.map(ofDay), ...others.map(ofOther)].join('\n    UNION ALL')
type Select = (where: string) => string
