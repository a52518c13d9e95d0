import type { Step, Timeseries } from '@firsttouch/api/contract/timeseries'
import { stepNames } from './step-names.ts'

export type Line = {
  id: string
  name: string
  look: 'main' | 'before'
}

export type Point = {
  at: string
  values: Readonly<Record<string, number | null>>
  beforeAt?: string | null
}

export type ChartData = {
  step: Step
  timeZone: string
  lines: readonly Line[]
  isFilled: boolean
  /** Start of the current step, which is drawn as unfinished. null if every step is over. */
  openFrom: string | null
  format: (value: number | null) => string
  axis?: (value: number) => string
  points: readonly Point[]
}

type Series = Pick<Timeseries, 'range' | 'since' | 'openFrom'>

/** False for steps before the day of the first event and for future steps. The chart must not show a zero for them. */
export const countedSteps = (
  { range: { to, timeZone }, since, openFrom }: Series,
  points: readonly { at: string }[],
): boolean[] => {
  const { day } = stepNames('day', timeZone)
  return points.map(({ at }, i) => {
    const next = points[i + 1]
    if (since === null || (openFrom !== null && at > openFrom)) return false
    return next ? day(next.at) > since || day(at) >= since : to >= since
  })
}

export const comparedLines = (name: string, before: string | null): Line[] => [
  { id: 'now', name, look: 'main' },
  ...(before === null ? [] : [{ id: 'before', name: before, look: 'before' } as const]),
]

/** Name of a line's dashed part, which goes from the last finished step to the current one. */
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

/** True if a value has no neighbour. It is drawn as a dot, because a line needs two points. */
export const isAlone = (rows: ReturnType<typeof rowsOf>, column: string, at: number): boolean => {
  const has = (i: number) => typeof rows[i]?.[column] === 'number'
  return has(at) && !has(at - 1) && !has(at + 1)
}
