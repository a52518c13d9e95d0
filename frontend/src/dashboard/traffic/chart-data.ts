/** What a chart over time shows: some lines over the same steps. */
import type { Step } from '@firsttouch/api/contract/timeseries'

export type Line = {
  id: string
  /** As in the legend and the table's head. */
  name: string
  /** `main` is dark; `before` is dashed and grey; `second` stands beside a main one. */
  look: 'main' | 'second' | 'third' | 'fourth' | 'fifth' | 'before'
}

export type Point = {
  at: string
  /** null where a line has no value. */
  values: Readonly<Record<string, number | null>>
  /** Where the step begins that a `before` value is of. */
  beforeAt?: string | null
}

export type ChartData = {
  step: Step
  timeZone: string
  lines: readonly Line[]
  /** Fills the area under the main line, for measures that count something. */
  isFilled: boolean
  /** The current step, which is drawn as unfinished; null: every step is over. */
  openFrom: string | null
  format: (value: number | null) => string
  /** The numbers of the axis; by default short ones of counts. */
  axis?: (value: number) => string
  points: readonly Point[]
}

type Counted = { since: string | null; openFrom: string | null; to: string }

/**
 * Whether a step was counted at all. Days before the first event were not: zero would say that nobody came. Neither were
 * steps to come. `dayOf`: the day of an instant in the report time zone; `to`: the last one that is drawn.
 */
export const isCounted = (
  points: readonly { at: string }[],
  at: number,
  { since, openFrom, to }: Counted,
  dayOf: (iso: string) => string,
): boolean => {
  const [point, next] = [points[at], points[at + 1]]
  if (!point || since === null || (openFrom !== null && point.at > openFrom)) return false
  return next ? dayOf(next.at) > since || dayOf(point.at) >= since : to >= since
}

/** Names at the axis: as many as fit, from the newest back, so that the last one always has its own. */
export const ticksOf = (points: readonly { at: string }[], most: number): string[] => {
  const every = Math.max(1, Math.ceil(points.length / most))
  return points.filter((_, at) => (points.length - 1 - at) % every === 0).map(({ at }) => at)
}

/** A line has two parts: the finished steps, and from the last of them to the current one. */
export const withOpen = (id: string) => `${id}.open`

export const rowsOf = ({ points, lines, openFrom }: ChartData) => {
  const open = points.findIndex(({ at }) => at === openFrom)
  return points.map(({ at, values }, i) => {
    const row: Record<string, string | number | null> = { at }
    for (const { id, look } of lines) {
      const value = values[id] ?? null
      row[id] = i === open && look !== 'before' ? null : value
      row[withOpen(id)] = i === open || i === open - 1 ? value : null
    }
    return row
  })
}

/** Values without a neighbour: a line needs two points, so these are dots. */
export const alonePoints = (rows: ReturnType<typeof rowsOf>, column: string): number[] => {
  const has = (at: number) => typeof rows[at]?.[column] === 'number'
  return rows.flatMap((_, at) => (has(at) && !has(at - 1) && !has(at + 1) ? [at] : []))
}
