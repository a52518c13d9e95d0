/** Simulated tests of two to five variants, with a look after every visitor. */
import type { Arm } from '../experiments/statistics/sequence.ts'
import { seededRandom, type Watched } from './simulation.ts'

export type ArmsWorld = {
  rates: readonly number[]
  /** Weights, in any unit. */
  split: readonly number[]
  visitors: number
}

export const even = (arms: number): number[] => Array.from({ length: arms }, () => 1)

/** A reader is a decision rule, called after every visitor. null: the reader continues. */
export type LookAtArms<Found> = (arms: readonly Arm[]) => Found | null

export type FoundInArms<Found> = Watched & { found: Found[] }

/** Simulates `runs` tests. Returns what each reader stopped at, and the median number of visitors at the stop. */
export function watchArms<Found>(
  { rates, split, visitors }: ArmsWorld,
  look: LookAtArms<Found>,
  runs: number,
  seed: number,
): FoundInArms<Found> {
  const random = seededRandom(seed)
  const total = split.reduce((sum, weight) => sum + weight, 0)
  const ends = split.map((_, arm) => split.slice(0, arm + 1).reduce((sum, weight) => sum + weight, 0) / total)
  const drawn = (): number => {
    const draw = random()
    return ends.findIndex(end => draw < end)
  }
  const stops: number[] = []
  const found: Found[] = []
  for (let run = 0; run < runs; run++) {
    const arms = rates.map((): Arm => ({ visitors: 0, converters: 0 }))
    for (let visitor = 1; visitor <= visitors; visitor++) {
      const side = drawn()
      const arm = arms[side]
      if (!arm) continue
      arm.visitors++
      if (random() < (rates[side] ?? 0)) arm.converters++
      const seen = look(arms)
      if (seen === null) continue
      stops.push(visitor)
      found.push(seen)
      break
    }
  }
  stops.sort((x, y) => x - y)
  return { rate: stops.length / runs, medianStop: stops[Math.floor(stops.length / 2)] ?? null, found }
}
