/** `at`: when its figures were ready; `lagMs`: how old its oldest event was then. */
export type Round = { at: number; lagMs: number }

/**
 * How old each event was when its figures were ready, in whole milliseconds, of events that came at a steady rate: one of each millisecond
 * that had any. Those from a round's oldest to the next one's oldest were in that round, as what is older goes first.
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
