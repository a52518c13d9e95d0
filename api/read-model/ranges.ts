import { QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'

/** Times from the first to before the second, in ms since 1970. */
export type Range = [from: number, to: number]

/** Beyond any time that a browser can send, and between two quarter-hours: what runs for ever has no edge there to count by session. */
export const NEVER_MS = Math.floor((2 ** 32 * 1000) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS

const moment = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`
/** Said so that an index can rule out what is of other times. */
export const within = (time: string, ranges: readonly Range[]): string =>
  `(${ranges.map(([from, to]) => `${time} >= ${moment(from)} AND ${time} < ${moment(to)}`).join(' OR ') || 'false'})`

export const isIn = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(([from, to]) => at >= from && at < to)

export const isNonEmpty = ([from, to]: Range): boolean => from < to

export const clip = (ranges: readonly Range[], [from, to]: Range): Range[] =>
  ranges.map(([begins, ends]): Range => [Math.max(begins, from), Math.min(ends, to)]).filter(isNonEmpty)

/** What is left of a range around one within it. */
export const edgesAround = ([from, to]: Range, [begins, ends]: Range): Range[] => {
  const edges: Range[] = [
    [from, begins],
    [ends, to],
  ]
  return edges.filter(isNonEmpty)
}

/** What is between ranges, which are in order and apart. */
export const outside = (ranges: readonly Range[]): Range[] =>
  [...ranges, [NEVER_MS, NEVER_MS] as const]
    .map(([from], at): Range => [ranges[at - 1]?.[1] ?? 0, from])
    .filter(isNonEmpty)
