import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'

/** Milliseconds since 1970 in UTC. The range includes `from` and excludes `to`. */
export type Range = [from: number, to: number]

/** `to` of a range without an end: the last whole quarter-hour that ClickHouse's 32-bit DateTime can hold. */
export const NEVER_MS = Math.floor((2 ** 32 * 1000) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS

const moment = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`
/** SQL condition that is true if the time lies in one of the ranges. It can use an index. */
export const within = (time: string, ranges: readonly Range[]): string =>
  `(${ranges.map(([from, to]) => `${time} >= ${moment(from)} AND ${time} < ${moment(to)}`).join(' OR ') || 'false'})`

export const isIn = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(([from, to]) => at >= from && at < to)

export const isNonEmpty = ([from, to]: Range): boolean => from < to

export const clip = (ranges: readonly Range[], [from, to]: Range): Range[] =>
  ranges.map(([begins, ends]): Range => [Math.max(begins, from), Math.min(ends, to)]).filter(isNonEmpty)

/** The parts of a range before and after an inner range. */
export const edgesAround = ([from, to]: Range, [begins, ends]: Range): Range[] => {
  const edges: Range[] = [
    [from, begins],
    [ends, to],
  ]
  return edges.filter(isNonEmpty)
}

/** The gaps between sorted, disjoint ranges. */
export const outside = (ranges: readonly Range[]): Range[] =>
  [...ranges, [NEVER_MS, NEVER_MS] as const]
    .map(([from], at): Range => [ranges[at - 1]?.[1] ?? 0, from])
    .filter(isNonEmpty)
