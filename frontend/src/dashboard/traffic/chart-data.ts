import type { Step } from '@firsttouch/api/contract/timeseries'
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
  /** The current step, which is drawn as unfinished; null: every step is over. */
  openFrom: string | null
  format: (value: number | null) => string
  axis?: (value: number) => string
  points: readonly Point[]
}

type Series = {
  range: { to: string; timeZone: string }
  since: string | null
  openFrom: string | null
}

/** Whether each step was counted. Steps before the first event and future steps were not, so the chart shows no zero for them. */
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

/** A value without a neighbour: a line needs two points, so it is a dot. */
export const isAlone = (rows: ReturnType<typeof rowsOf>, column: string, at: number): boolean => {
  const has = (i: number) => typeof rows[i]?.[column] === 'number'
  return has(at) && !has(at - 1) && !has(at + 1)
}
