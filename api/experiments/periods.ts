import { DAY_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { edgesAround, isNonEmpty, NEVER_MS, outside, type Range } from '../read-model/ranges.ts'
import type { Period } from './life/periods.ts'

const down = (ms: number): number => Math.floor(ms / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
const up = (ms: number): number => Math.ceil(ms / QUARTER_HOUR_MS) * QUARTER_HOUR_MS

export const rangesOf = (periods: readonly Period[]): Range[] =>
  periods.map(({ from, to }): Range => [from?.getTime() ?? 0, to?.getTime() ?? NEVER_MS]).filter(isNonEmpty)

/** Pauses, and the time after the end. */
export const gapsBetween = (periods: readonly Period[]): Range[] =>
  outside(rangesOf(periods)).filter(([from]) => from > 0)

/** `whole` has the complete quarter-hours, which have stored sums. The rest, `edges`, must be counted by session. */
export const cut = (ranges: readonly Range[]): { whole: Range[]; edges: Range[] } => {
  const parts = ranges.map((range): { whole: Range[]; edges: Range[] } => {
    const whole: Range = [up(range[0]), down(range[1])]
    return isNonEmpty(whole)
      ? { whole: [whole], edges: edgesAround(range, whole) }
      : { whole: [], edges: [range] }
  })
  return { whole: parts.flatMap(({ whole }) => whole), edges: parts.flatMap(({ edges }) => edges) }
}

export const runningMs = (periods: readonly Period[], since: number, until: number): number =>
  rangesOf(periods).reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, until) - Math.max(from, since)),
    0,
  )

/** The current time while the run is active. During a pause or after the end, the end of the last period. */
export const lastMoment = (periods: readonly Period[], now: Date): Date => {
  const { to = null } = periods.at(-1) ?? {}
  return to && to < now ? to : now
}

export const DAYS_OF_PACE = 7
/** At least one day, so that rates from the first hours are not extrapolated. */
export const daysOf = (ms: number): number => Math.max(1, ms / DAY_MS)
