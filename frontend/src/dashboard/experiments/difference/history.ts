/** What an experiment's history shows: its measured points, how far the figure must reach, and each point in words. */
import type { HistoryPoint as WholePoint } from '@firsttouch/api/contract/experiments/results'
import { count } from '../../words/format.ts'
import { between, dayInYear, everyVisitors, timeInDay, type Unit } from '../difference-words.ts'

/** Of two variants: the control and one treatment. */
export type HistoryPoint = Omit<WholePoint, 'arms'>
export type Measured = HistoryPoint & { difference: number; interval: [number, number] }

export const isMeasured = (point: HistoryPoint): point is Measured =>
  point.difference !== null && point.interval !== null

const visitorsAt = ({ control, treatment }: HistoryPoint): number => control.visitors + treatment.visitors

/** Early ranges are many times as wide as the last: the figure reaches as far as those of the later three quarters. */
export const reachOf = (points: readonly Measured[], minimumEffect: number): number => {
  const last = points.at(-1)
  const late = points.filter(point => last && visitorsAt(point) >= visitorsAt(last) / 4)
  return Math.max(minimumEffect, ...late.flatMap(({ interval }) => interval.map(Math.abs))) * 1.15
}

const DAY_MS = 86_400_000

/** A day; with the time of day where all points lie within three days. */
export const momentOf = (points: readonly HistoryPoint[]): ((iso: string) => string) => {
  const [first, last] = [points[0], points.at(-1)].map(point => Date.parse(point?.at ?? ''))
  return first !== undefined && last !== undefined && last - first <= 3 * DAY_MS ? exactMoment : dayInYear
}

export const exactMoment = (iso: string): string => `${dayInYear(iso)}, ${timeInDay(iso)}`

export const pointInWords = (point: Measured, when: string, treatment: string, unit: Unit): string =>
  `${when}, after ${count(visitorsAt(point))} visitors: of ${everyVisitors(unit)}, ${between(point.interval, unit)} convert with ${treatment}.`
