/** Special functions, precise to about 14 digits for counts up to ten million. */

const HALF_LN_TWO_PI = Math.log(2 * Math.PI) / 2

/** Stirling's remainder of ln Γ(x) for x ≥ 10 (DLMF 5.11.1, Bernoulli terms up to x⁻¹³). */
function stirlingRemainder(x: number): number {
  const y = 1 / (x * x)
  return (
    (1 / 12 -
      y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * (691 / 360360 - y * (1 / 156))))))) /
    x
  )
}

/**
 * ln B(a, b) for a, b > 0. A recurrence raises arguments below 10 (DLMF 5.12.1 with 5.5.1). From 10 on, the formula
 * combines Stirling's series before it subtracts (Didonato and Morris, ACM Algorithm 708, 1992). Subtracting plain
 * log-gammas would lose nine digits at a million visitors.
 */
export function lnBeta(a: number, b: number): number {
  let small = Math.min(a, b)
  let large = Math.max(a, b)
  let factor = 1
  for (; small < 10; small++) factor *= (small + large) / small
  for (; large < 10; large++) factor *= (small + large) / large
  const share = small / (small + large)
  return (
    Math.log(factor) +
    HALF_LN_TWO_PI -
    0.5 * Math.log(large) +
    (small - 0.5) * Math.log(share) +
    large * Math.log1p(-share) +
    stirlingRemainder(small) +
    stirlingRemainder(large) -
    stirlingRemainder(small + large)
  )
}

/** erf(x) by its series for |x| < 2 (DLMF 7.6.2): all terms have one sign, so nothing cancels. */
function erfSeries(x: number): number {
  let term = x
  let sum = x
  for (let k = 1; term * term > sum * sum * 1e-34; k++) {
    term *= (2 * x * x) / (2 * k + 1)
    sum += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum
}

/** erfc(x) by its continued fraction for x ≥ 2 (DLMF 7.9.1), evaluated from the tail inwards. */
function erfcFraction(x: number): number {
  let fraction = x
  for (let k = 60; k >= 1; k--) fraction = x + k / 2 / fraction
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction)
}

/** Complementary error function. Its relative error stays small far into the upper tail. */
export function erfc(x: number): number {
  if (Math.abs(x) < 2) return 1 - erfSeries(x)
  return x > 0 ? erfcFraction(x) : 2 - erfcFraction(-x)
}

export const normalCdf = (z: number): number => erfc(-z / Math.SQRT2) / 2

/** For 0 < p < 1. Starts from Abramowitz and Stegun 26.2.22, then applies Halley's iteration until it converges. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  const t = Math.sqrt(-2 * Math.log(p))
  let z = (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t) - t
  for (let round = 0; round < 8; round++) {
    const newton = (normalCdf(z) - p) * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2)
    const step = newton / (1 + (z * newton) / 2)
    z -= step
    if (Math.abs(step) < 1e-15 * Math.abs(z)) break
  }
  return z
}

/** Upper tail of the chi-square distribution, Q(freedom / 2, chi2 / 2) (DLMF 8.4.6, 8.4.8 and 8.8.6). */
export function chiSquareTail(chi2: number, freedom = 1): number {
  const x = chi2 / 2
  const isOdd = freedom % 2 === 1
  let term = isOdd ? 2 * Math.sqrt(x / Math.PI) * Math.exp(-x) : Math.exp(-x)
  let tail = isOdd ? erfc(Math.sqrt(x)) : Math.exp(-x)
  for (let a = isOdd ? 1.5 : 2; a <= freedom / 2; a++) {
    if (!isOdd) term *= x / (a - 1)
    tail += term
    if (isOdd) term *= x / a
  }
  return tail
}

/** Root of an increasing function. Regula falsi in the Illinois variant (Dowell and Jarratt, 1971). */
export function rootOf(of: (x: number) => number, low: number, high: number): number {
  let [below, above, ofBelow, ofAbove] = [low, high, of(low), of(high)]
  for (let last = 0; above - below > 1e-12; ) {
    const x = (below * ofAbove - above * ofBelow) / (ofAbove - ofBelow)
    const ofX = of(x)
    if (Math.abs(ofX) < 1e-15) return x
    if (ofX < 0) {
      if (last < 0) ofAbove /= 2
      ;[below, ofBelow, last] = [x, ofX, -1]
    } else {
      if (last > 0) ofBelow /= 2
      ;[above, ofAbove, last] = [x, ofX, 1]
    }
  }
  return (below + above) / 2
}
