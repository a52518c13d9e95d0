/** `at`: when the round's figures were ready. `lagMs`: age of its oldest event then. */
export type Round = { at: number; lagMs: number }

/**
 * Age of the events when their figures were ready, in whole milliseconds, one for each millisecond. Events arrive at a steady rate and in
 * order, so a round holds all from its oldest to the next round's oldest.
 */
export const agesOf = (rounds: Round[]): number[] =>
  rounds.flatMap(({ at, lagMs }, i) => {
    const next = rounds[i + 1]
    if (!next) return []
    const youngest = at - (next.at - next.lagMs)
    return Array.from(
      { length: Math.max(0, Math.round(lagMs - youngest)) },
      (_, ms) => Math.round(lagMs) - ms,
    )
  })
