import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { Goal } from '@firsttouch/api/contract/experiments/results'
import { count } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { inReportZone } from '../words/report-zone.ts'

export const dayOf = (iso: string): string =>
  inReportZone({ day: 'numeric', month: 'short', year: 'numeric' }, iso)

/** Differences are shown per 100, 1,000 or more visitors, so that no number is as small as 0.0 or as long as 1,234. */
export type Unit = { of: number; decimals: number }

/** `reach` is the largest difference to show, as a fraction (0 to 1). */
export const unitFor = (reach: number): Unit => {
  const of = [100, 1_000, 10_000].find(of => reach * of >= 0.5) ?? 100_000
  return { of, decimals: reach * of < 30 ? 1 : 0 }
}

export const everyVisitors = ({ of }: Unit): string => `every ${count(of)} visitors`

/** The amount without its sign, such as "1.2" or "12". */
export const amount = (difference: number, { of, decimals }: Unit): string =>
  (Math.abs(difference) * of).toLocaleString('en-GB', { maximumFractionDigits: decimals })

/** Example: "2.4 fewer to 6.4 more". */
export const rangeInWords = ([low, high]: readonly [number, number], unit: Unit): string => {
  if (low >= 0) return `${amount(low, unit)} to ${amount(high, unit)} more`
  if (high <= 0) return `${amount(high, unit)} to ${amount(low, unit)} fewer`
  return `${amount(low, unit)} fewer to ${amount(high, unit)} more`
}

const GOALS: Readonly<Record<string, string>> = {
  any: 'Any conversion',
  qualified_lead: 'A lead that staff marked as qualified',
  trial: 'Trial sign-up',
  onboarding: 'Onboarding form',
  stayed: 'Stayed on the site',
  fast_pages: 'Fast page load',
}

export const goalName = (goal: Goal | ExperimentDetails['guards'][number]['what']): string =>
  GOALS[goal] ?? labelOf(goal)
