/** The geometry of figures, in per cents of a drawing that is as wide as its place. */

export const percent = (value: number, from: number, to: number): number =>
  ((value - from) / (to - from || 1)) * 100

/** Round marks from −reach to reach with 0 among them; `most` to each side. */
export const marks = (reach: number, most: number): number[] => {
  const least = reach / most
  const power = 10 ** Math.floor(Math.log10(least))
  const round = ([1, 2, 5].find(factor => factor * power >= least * (1 - 1e-9)) ?? 10) * power
  const step = round > reach ? round / 2 : round
  const each = Math.floor(reach / step + 1e-9)
  return Array.from({ length: 2 * each + 1 }, (_, i) => (i - each) * step)
}
