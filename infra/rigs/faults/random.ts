/** Repeatable randomness. Every run prints its seed, and FAULT_SEED repeats its choices. */
import { seededRandom } from '../../platform/seeded-random.ts'

export const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1e9))
/** Runs more cases and more load. */
export const FULL = process.env.FAULTS_FULL === '1'

export type Random = {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  bytes(count: number): Uint8Array
}

/** `name` separates the choices of tests that share a seed. */
export const openRandom = (name: string, seed = SEED): Random => {
  if (seed === SEED) console.log(`${name}: FAULT_SEED=${SEED}`)
  const next = seededRandom(
    [...name].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), seed),
  )
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    chance: share => next() < share,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('There is nothing to pick from.')
      return list[int(0, list.length - 1)] as T
    },
    shuffled: list => {
      const keyed = list.map(item => ({ item, key: next() }))
      return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
    },
    bytes: count => Uint8Array.from({ length: count }, () => int(0, 255)),
  }
}
