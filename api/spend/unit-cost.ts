/** What one click, one lead and so on cost: to the hundredth, half of one rounded up. null: not known, or nothing to divide by. */
export const costEach = (cost: number | null, n: number | null): number | null =>
  cost === null || !n ? null : Math.round(Math.round(cost * 100) / n) / 100
