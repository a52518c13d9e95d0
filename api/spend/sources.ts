/** The cost that counts for a campaign's day is the typed cost, otherwise the sum of the reports. */

/** Costs are decimal texts. `platform` is empty for a typed cost. `account` is empty if the report names no account. */
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

/** Must select the same costs as the PostgreSQL view `spend_counted`. */
export const countedOf = <T extends KnownCost>(known: readonly T[], currency: string): T[] => {
  const ours = known.filter(one => one.currency === currency)
  const typed = ours.filter(isTyped)
  return typed.length > 0 ? typed : ours
}

/** null, not zero, if no cost is known. `clicks` is null if any report lacks the number of clicks. */
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
 * A cost replaces the cost of the same source. A null cost removes it. If there is no typed cost, a typed null cost
 * removes the costs of all reports.
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
