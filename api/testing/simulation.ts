/** Simulated A/B tests for the statistics' tests: seeded, one visitor at a time, with a look after each. */
import type { Arm } from '../experiments/statistics/sequence.ts'

/** `FULL` runs the number that the reference asks for. The short form keeps `npm test` fast. */
export const FULL = process.env.STATISTICS_FULL === '1'

/** Default number of visitors of a simulated test. */
export const VISITORS = FULL ? 20_000 : 8000

export type Random = () => number

/** Uniform numbers in [0, 1) from a seed: C. Doty-Humphrey's sfc32, 53 bits of two draws. */
export function seededRandom(seed: number): Random {
  let [a, b, c, counter] = [seed, seed ^ 0x9e3779b9, 0x243f6a88, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let i = 0; i < 15; i++) next()
  return () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53
}

type World = {
  rates: readonly [control: number, treatment: number]
  controlShare: number
  visitors: number
}

/** Two variants with equal conversion rates. */
export const same = (rate: number): World => ({ rates: [rate, rate], controlShare: 0.5, visitors: VISITORS })

/** Called after every visitor. true: the reader stops here. */
export type Look = (control: Arm, treatment: Arm) => boolean

/** The number of visitors after which the reader stops. null if the reader never stops. */
export function watch(world: World, look: Look, random: Random): number | null {
  const arms: [Arm, Arm] = [
    { visitors: 0, converters: 0 },
    { visitors: 0, converters: 0 },
  ]
  for (let visitor = 1; visitor <= world.visitors; visitor++) {
    const side = random() < world.controlShare ? 0 : 1
    arms[side].visitors++
    if (random() < world.rates[side]) arms[side].converters++
    if (look(arms[0], arms[1])) return visitor
  }
  return null
}

export type Watched = { rate: number; medianStop: number | null }

/** The share of simulated tests in which the reader stops, and the median number of visitors at the stop. */
export function watchMany(world: World, look: Look, runs: number, seed: number): Watched {
  const random = seededRandom(seed)
  const stops: number[] = []
  for (let run = 0; run < runs; run++) {
    const stop = watch(world, look, random)
    if (stop !== null) stops.push(stop)
  }
  stops.sort((x, y) => x - y)
  return { rate: stops.length / runs, medianStop: stops[Math.floor(stops.length / 2)] ?? null }
}

/** The highest share that `runs` tests of a method with error `allowed` may show: three standard errors above. */
export const bound = (allowed: number, runs: number): number =>
  allowed + 3 * Math.sqrt((allowed * (1 - allowed)) / runs)

/** Prints a line of figures in the full form. */
export function report(what: string, { rate, medianStop }: Watched): void {
  if (FULL) console.log(`${what}: ${(100 * rate).toFixed(2)} %, median stop ${medianStop ?? 'none'}`)
}
