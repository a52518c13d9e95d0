/** How often each key of a table counts, by bucket, and by how much events change it. */
import type { Cell } from '../../projections/rollup.ts'

export type Difference = { bucket: number; key: string; cells: Cell[]; by: number }
/** Of a key that counts no more, 0. */
export type Count = { bucket: number; cells: Cell[]; n: number }
/** By what `keyOf` makes of its cells. */
export type Counts = Map<string, number>

export const keyOf = (cells: Cell[]): string => JSON.stringify(cells)

/** Of one key the sum; what comes to nothing is none. */
export const openDifferences = () => {
  const all = new Map<string, Difference>()
  return {
    add: (bucket: number, cells: Cell[], by: number): void => {
      const key = keyOf(cells)
      const place = `${bucket} ${key}`
      const known = all.get(place)
      if (known) known.by += by
      else all.set(place, { bucket, key, cells, by })
    },
    sums: (): Difference[] => [...all.values()].filter(({ by }) => by !== 0),
  }
}

/** Every bucket of the differences must be there. */
export const addTo = (countsOf: (bucket: number) => Counts | undefined, differences: Difference[]): Count[] =>
  differences.map(({ bucket, key, cells, by }) => {
    const counts = countsOf(bucket)
    const n = (counts?.get(key) ?? 0) + by
    if (!counts || n < 0)
      throw new Error(`What is followed of ${bucket} is not what was counted: ${key} at ${n}.`)
    if (n === 0) counts.delete(key)
    else counts.set(key, n)
    return { bucket, cells, n }
  })
