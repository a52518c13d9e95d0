/** How long a projector rests between two rounds. Trades the freshness of figures against processor time for queries. */

/** Called when there is work after none, and then after each round. Answers how long to rest, in ms. */
export type Resting = () => (tookMs: number) => number

/** Rounds begin so far apart, in ms. A longer round follows at once. */
const APART = { least: 100, most: 200 }

/** Rests as long as the round took, so that half of the time is left for others. */
export const asLongAsItTook: Resting = () => tookMs =>
  Math.max(0, Math.min(APART.most, Math.max(APART.least, 2 * tookMs)) - tookMs)
