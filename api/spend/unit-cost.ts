/** Cost ÷ n, rounded half up to two decimals. null if the cost is unknown or n is 0. */
export const costEach = (cost: number | null, n: number | null): number | null =>
  cost === null || !n ? null : Math.round(Math.round(cost * 100) / n) / 100
