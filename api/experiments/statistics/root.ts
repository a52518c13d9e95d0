/** Where a rising function is nought. */

/**
 * To within `precision`, by T. R. Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear
 * function without using derivatives" (1997): inverse quadratic interpolation where it may be trusted, else halves.
 * `of(low)` has to be below nought, and `of(high)` not.
 */
export function rootOf(of: (x: number) => number, low: number, high: number, precision: number): number {
  let [a, b, c] = [low, high, high]
  let [ofA, ofB, ofC] = [of(a), of(b), 0]
  let part = 0.5
  while (true) {
    const x = a + part * (b - a)
    const ofX = of(x)
    if (ofX < 0 === ofA < 0) [c, ofC] = [a, ofA]
    else [c, b, ofC, ofB] = [b, a, ofB, ofA]
    ;[a, ofA] = [x, ofX]
    const best = Math.abs(ofA) < Math.abs(ofB) ? a : b
    const least = precision / Math.abs(b - a)
    if (least > 0.5 || ofA === 0) return best
    const [place, height] = [(a - b) / (c - b), (ofA - ofB) / (ofC - ofB)]
    const isTrusted = height ** 2 < place && (1 - height) ** 2 < 1 - place
    const guess = isTrusted
      ? (ofA / (ofB - ofA)) * (ofC / (ofB - ofC)) +
        ((c - a) / (b - a)) * (ofA / (ofC - ofA)) * (ofB / (ofC - ofB))
      : 0.5
    part = Math.min(1 - least, Math.max(least, guess))
  }
}
