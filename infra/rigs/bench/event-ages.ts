/** One batch. `at`: when its figures were ready. `lagMs`: age of its oldest event at that time. */
export type Round = { at: number; lagMs: number }

/**
 * Ages of the events when their figures were ready, in ms. Events arrive at a steady rate and in order, so a batch holds the events from
 * its oldest one to the oldest one of the next batch. The result has one age for each millisecond of arrival.
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
