/** Visits are so many more than leads that they are drawn as the mouth alone; from leads on, widths are in proportion. */
const OF_LEADS = 0.75
/** Of what there is, something is seen. */
const LEAST = 0.015
/** Between two steps. */
const GAP = 0.06

/** One shape a step, one unit high, from its own width to the next one's. */
export const funnelShapes = (
  [visits = 0, leads = 0, ...others]: readonly number[],
  width: number,
): string[] => {
  const ofLeads = (count: number) => (count === 0 ? 0 : Math.max(count / leads, LEAST) * OF_LEADS * width)
  const widths = [visits === 0 ? 0 : width, ofLeads(leads), ...others.map(ofLeads)]
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
