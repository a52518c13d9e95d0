/** A seeded random sample, equal for equal code on every machine. */
import { createHash } from 'node:crypto'

export type Sample = { size: number; seed: string }

export const sampled = <Mutant>(
  mutants: Mutant[],
  { size, seed }: Sample,
  nameOf: (mutant: Mutant) => unknown[],
): Mutant[] => {
  const rank = (mutant: Mutant) =>
    createHash('sha256')
      .update(JSON.stringify([seed, ...nameOf(mutant)]))
      .digest('hex')
  return mutants
    .map(mutant => ({ mutant, rank: rank(mutant) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
}
