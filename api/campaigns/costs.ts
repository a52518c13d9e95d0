/** What campaigns cost, beside the period before. */
import type { CampaignCosts } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { type KnownDays, type SpendSum, sumByCampaign } from '../spend/figures.ts'
import { costEach } from '../spend/unit-cost.ts'
import { type LeadCounts, NO_LEADS } from './lead-counts.ts'

type Counts = LeadCounts & { clicks: number | null }
type Needs = Pick<Deps, 'sql' | 'config' | 'now'>

type Costs = (value: string, counts: Counts, leadsBefore: LeadCounts | undefined) => CampaignCosts

/** `days`: those of the period that can be known; null where none can, or where it is all time. */
export const openCosts = async (
  deps: Needs,
  values: string[],
  period: Period | null,
  days: KnownDays | null,
): Promise<Costs> => {
  const isNothingKnown = period && !days
  const [sums, sumsBefore] = isNothingKnown
    ? []
    : await sumByCampaign(deps, values, days && [days.known, days.before])
  return (value, { clicks, leads, qualifiedLeads, trials, onboarding }, leadsBefore) => {
    const sum = sums?.get(value)
    const cost: number | null = sum?.cost ?? null
    return {
      currency: deps.config.currency,
      cost,
      costPerClick: costEach(cost, clicks),
      costPerLead: costEach(cost, leads),
      costPerQualifiedLead: costEach(cost, qualifiedLeads),
      costPerTrial: costEach(cost, trials),
      costPerOnboarding: costEach(cost, onboarding),
      daysWithoutCost: sum?.withoutCost ?? null,
      previousCost: days && previousCost(days.before, sumsBefore?.get(value), leadsBefore),
    }
  }
}

const previousCost = (
  { from, to }: Period,
  sum: SpendSum | undefined,
  { leads, qualifiedLeads } = NO_LEADS,
): CampaignCosts['previousCost'] =>
  sum
    ? {
        from,
        to,
        cost: sum.cost,
        costPerLead: costEach(sum.cost, leads),
        costPerQualifiedLead: costEach(sum.cost, qualifiedLeads),
      }
    : null
