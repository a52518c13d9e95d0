/** What an experiment's history says of one treatment: its readings, how far the figure must reach, and each reading in words. */
import type { ExperimentHistory } from '@firsttouch/api/contract/experiments/results'
import { count } from '../../words/format.ts'
import { between, dayInYear, everyVisitors, timeInDay, type Unit } from '../difference-words.ts'

export type Points = ExperimentHistory['points']
/** Of the control and one treatment. */
export type Reading = { at: string; visitors: number; difference: number; interval: [number, number] }

/** A point with too little data has no reading. */
export const readingsOf = (points: Points, variant: string): Reading[] =>
  points.flatMap(({ at, arms }) => {
    const [control] = arms
    const own = arms.find(arm => arm.variant === variant)
    if (!control || !own?.interval || own.difference === null) return []
    const { difference, interval } = own
    return [{ at, visitors: control.visitors + own.visitors, difference, interval }]
  })

/** Early ranges are many times as wide as the last: the figure reaches as far as those of the later three quarters. */
export const reachOf = (readings: readonly Reading[], minimumEffect: number): number => {
  const last = readings.at(-1)?.visitors ?? 0
  const late = readings.filter(({ visitors }) => visitors >= last / 4)
  return Math.max(minimumEffect, ...late.flatMap(({ interval }) => interval.map(Math.abs))) * 1.15
}

/** Round marks from −reach to reach with 0 among them; `most` to each side. */
export const marks = (reach: number, most: number): number[] => {
  const least = reach / most
  const power = 10 ** Math.floor(Math.log10(least))
  const round = ([1, 2, 5].find(factor => factor * power >= least * (1 - 1e-9)) ?? 10) * power
  const step = round > reach ? round / 2 : round
  const each = Math.floor(reach / step + 1e-9)
  return Array.from({ length: 2 * each + 1 }, (_, i) => (i - each) * step)
}

const DAY_MS = 86_400_000

/** A day; with the time of day where all readings lie within three days. */
export const momentOf = (readings: readonly Reading[]): ((iso: string) => string) => {
  const [first = 0, last = 0] = [readings[0], readings.at(-1)].map(reading => Date.parse(reading?.at ?? ''))
  return last - first <= 3 * DAY_MS ? exactMoment : dayInYear
}

export const exactMoment = (iso: string): string => `${dayInYear(iso)}, ${timeInDay(iso)}`

export const readingInWords = ({ at, visitors, interval }: Reading, treatment: string, unit: Unit): string =>
  `${exactMoment(at)}, after ${count(visitors)} visitors: of ${everyVisitors(unit)}, ${between(interval, unit)} convert with ${treatment}.`
