/** Which costs of a campaign's day count. Reports add up. A typed cost replaces them all. */

/** Costs are decimals as text. `platform` is empty where staff typed the cost in, `account` where the report names none. */
export type KnownCost = {
  platform: string
  account: string
  cost: string
  clicks: number | null
  currency: string
}
export type ReportSource = Pick<KnownCost, 'platform' | 'account'>
export const TYPED: ReportSource = { platform: '', account: '' }
type Given = { cost: string | null; clicks: number | null }
export type Sum = { hundredths: number; clicks: number | null }

const hundredthsOf = (cost: string): number => Math.round(Number(cost) * 100)

export const isTyped = ({ platform }: ReportSource): boolean => platform === ''

/** As the view `spend_counted` has it. */
export const countedOf = <T extends KnownCost>(known: readonly T[], currency: string): T[] => {
  const ours = known.filter(one => one.currency === currency)
  const typed = ours.filter(isTyped)
  return typed.length > 0 ? typed : ours
}

/** null: no cost is known, which differs from a cost of 0. Clicks are null where one report has none. */
export const sumOf = (counted: readonly KnownCost[]): Sum | null =>
  counted.length === 0
    ? null
    : {
        hundredths: counted.reduce((sum, { cost }) => sum + hundredthsOf(cost), 0),
        clicks: counted.some(({ clicks }) => clicks === null)
          ? null
          : counted.reduce((sum, { clicks }) => sum + (clicks ?? 0), 0),
      }

/**
 * Applies `given` to `known`. A cost replaces the cost of the same source. Removing removes the typed cost, so that reports count
 * again. Without a typed cost it removes the costs of all reports.
 */
export const change = (
  known: readonly KnownCost[],
  { cost, clicks }: Given,
  source: ReportSource,
  currency: string,
): { after: KnownCost[]; gone: KnownCost[] } => {
  const isOwn = (one: KnownCost) => one.platform === source.platform && one.account === source.account
  const others = known.filter(one => !isOwn(one))
  if (cost !== null) return { after: [...others, { ...source, cost, clicks, currency }], gone: [] }
  const gone = known.some(isOwn) ? known.filter(isOwn) : isTyped(source) ? [...known] : []
  return { after: known.filter(one => !gone.includes(one)), gone }
}
