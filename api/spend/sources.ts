/** Costs of a campaign's day by who said so: reports add up, and what staff typed in counts instead of them all. */

/** Of a report; without a platform, staff typed the cost in. */
export type ReportSource = { platform: string; account: string | null }
export const TYPED: ReportSource = { platform: '', account: null }

/** Costs are decimals as text. `account` is empty where the report names none. */
export type KnownCost = {
  platform: string
  account: string
  cost: string
  clicks: number | null
  currency: string
}
type Given = { cost: string | null; clicks: number | null }
export type Sum = { hundredths: number; clicks: number | null }

const hundredthsOf = (cost: string): number => Math.round(Number(cost) * 100)

export const isTyped = ({ platform }: Pick<KnownCost, 'platform'>): boolean => platform === ''

/** As the view `spend_counted` has it. */
export const countedOf = <T extends KnownCost>(known: readonly T[], currency: string): T[] => {
  const ours = known.filter(one => one.currency === currency)
  const typed = ours.filter(isTyped)
  return typed.length > 0 ? typed : ours
}

/** null: no known cost, which is not nought. Clicks are null where one of the reports has none. */
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
 * What `given` makes of `known`. A cost replaces what the same report said before. Taking away takes the typed cost, so that
 * reports count again; without one it takes what they said.
 */
export const change = (
  known: readonly KnownCost[],
  { cost, clicks }: Given,
  source: ReportSource,
  currency: string,
): { after: KnownCost[]; gone: KnownCost[] } => {
  const own = { platform: source.platform, account: source.account ?? '' }
  const isOwn = (one: KnownCost) => one.platform === own.platform && one.account === own.account
  const others = known.filter(one => !isOwn(one))
  if (cost !== null) return { after: [...others, { ...own, cost, clicks, currency }], gone: [] }
  const gone = known.some(isOwn) ? known.filter(isOwn) : isTyped(own) ? [...known] : []
  return { after: known.filter(one => !gone.includes(one)), gone }
}
