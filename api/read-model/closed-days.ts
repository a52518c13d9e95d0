/** Days that are over have sums of their own, a row for a campaign's day. Of one that is open, minutes or quarter-hours are read. See `projector/days`. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { Deps } from '../deps.ts'
import { DAYS_SINCE } from './editions.ts'
import { clip, edgesAround, NEVER_MS, outside, type Range, within } from './ranges.ts'
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
/** `edition`: of the partition that an older release wrote last; see `editions.ts`. */
export type ClosedDays = { edition: number; cutOf: CutOf }

/** `rows` asks what the cut is for as well, as another generation may have closed other days. */
export const readClosedDays = async (
  { config: { timeZone: zone } }: Pick<Deps, 'config'>,
  rows: Rows,
  withinMs?: number,
): Promise<ClosedDays> => {
  const [found] = await rows<Found>(CLOSED, { zone }, withinMs)
  const { edition = 0 } = found ?? {}
  // A release from before does not open the days that it writes to.
  const closedIn = (table: Table) => rangesOf(edition < DAYS_SINCE ? [] : (found?.[table] ?? []))
  return { edition, cutOf: (table, ranges) => cutOf(TABLES[table], ranges, closedIn(table), zone) }
}

type Found = { edition: number } & Record<Table, number[]>
const daysOf = (table: Table) => `arraySort(groupArrayIf(toUnixTimestamp(day), of = '${table}')) AS ${table}`
const CLOSED = `
  SELECT (SELECT if(count() = 0, 255, min(edition)) FROM {db:Identifier}.progress FINAL) AS edition,
    ${daysOf('event_days')}, ${daysOf('session_days')}
  FROM {db:Identifier}.closed_days FINAL
  WHERE zone = {zone:String}`

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
