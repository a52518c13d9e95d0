import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { Goal } from '@firsttouch/api/contract/experiments/results'
import { labelOf } from '../words/labels.ts'
import { inReportZone } from '../words/report-zone.ts'

export const dayOf = (iso: string): string =>
  inReportZone({ day: 'numeric', month: 'short', year: 'numeric' }, iso)

/** Of every 1,000 visitors, without its sign: "1.2", "12". */
export const amount = (difference: number): string =>
  (Math.abs(difference) * 1_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })

export const rangeInWords = ([low, high]: readonly [number, number]): string => {
  if (low >= 0) return `${amount(low)} to ${amount(high)} more`
  if (high <= 0) return `${amount(high)} to ${amount(low)} fewer`
  return `${amount(low)} fewer to ${amount(high)} more`
}

const GOALS: Readonly<Record<string, string>> = {
  any: 'Any conversion',
  qualified_lead: 'A lead that staff called qualified',
  trial: 'Trial sign-up',
  onboarding: 'Onboarding form',
  stayed: 'Stayed on the site',
  fast_pages: 'Fast page (LCP)',
}

export const goalName = (goal: Goal | ExperimentDetails['guards'][number]['what']): string =>
  GOALS[goal] ?? labelOf(goal)
