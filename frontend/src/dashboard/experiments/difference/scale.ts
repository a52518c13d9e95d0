/** The geometry of figures: from values to places, and where to put marks. */

export type Scale = (value: number) => number

export const scale = (
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): Scale => {
  const factor = from === to ? 0 : (end - start) / (to - from)
  return value => start + (value - from) * factor
}

/** Round marks from −reach to reach with 0 among them; `most` to each side. */
export const marks = (reach: number, most: number): number[] => {
  const least = reach / most
  const power = 10 ** Math.floor(Math.log10(least))
  const round = ([1, 2, 5].find(factor => factor * power >= least * (1 - 1e-9)) ?? 10) * power
  const step = round > reach ? round / 2 : round
  const each = Math.floor(reach / step + 1e-9)
  return Array.from({ length: 2 * each + 1 }, (_, i) => (i - each) * step)
}

/** Those of a sorted list that lie at least `gap` apart, the first and the last among them. */
export const spaced = <T>(list: readonly T[], place: (item: T) => number, gap: number): T[] => {
  const last = list.at(-1)
  if (last === undefined) return []
  const kept: T[] = []
  let next = Number.NEGATIVE_INFINITY
  for (const item of list.slice(0, -1)) {
    if (place(item) < next || place(item) > place(last) - gap) continue
    kept.push(item)
    next = place(item) + gap
  }
  return [...kept, last]
}

export const path = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
