/** Of what there is, something is seen. */
const LEAST = 0.012
/** Between two steps. */
const GAP = 0.06

/** One shape a step, one unit high, from its own width to the next one's; widths by the square root, or few of many would vanish. */
export const funnelShapes = (counts: readonly number[], width: number): string[] => {
  const most = Math.max(...counts, 1)
  const widths = counts.map(count => (count === 0 ? 0 : Math.max(Math.sqrt(count / most), LEAST)) * width)
  return widths.map((top, at) => {
    const bottom = Math.min(widths[at + 1] ?? top, top)
    const corner = (of: number, side: -1 | 1, y: number) => `${round((width + side * of) / 2)},${round(y)}`
    const [from, to] = [at + GAP, at + 1 - GAP]
    return [corner(top, -1, from), corner(top, 1, from), corner(bottom, 1, to), corner(bottom, -1, to)].join(
      ' ',
    )
  })
}

const round = (value: number): number => Math.round(value * 100) / 100
