/** What campaigns cost, beside the period before. */
import type { CampaignCosts } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { knownDays, type SpendSum, sumByCampaign } from '../spend/figures.ts'
import { costEach } from '../spend/unit-cost.ts'
import { countLeads, type LeadCounts, NO_LEADS } from './lead-counts.ts'

type Counts = LeadCounts & { clicks: number | null }
type Needs = Pick<Deps, 'sql' | 'config' | 'now'>

export const openCosts = async (
  deps: Needs,
  values: string[],
  period: Period | null,
): Promise<(value: string, counts: Counts) => CampaignCosts> => {
  const days = period && (await knownDays(deps, period))
  const [sums, previousOf] = await Promise.all([
    period && !days ? new Map<string, SpendSum>() : sumByCampaign(deps, values, days?.known ?? null),
    openPrevious(deps, values, days?.before ?? null),
  ])
  return (value, { clicks, leads, qualifiedLeads, trials, onboarding }) => {
    const sum = sums.get(value)
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
      previousCost: previousOf(value),
    }
  }
}

const openPrevious = async (
  deps: Needs,
  values: string[],
  before: Period | null,
): Promise<(value: string) => CampaignCosts['previousCost']> => {
  if (!before) return () => null
  const [sums, leads] = await Promise.all([
    sumByCampaign(deps, values, before),
    countLeads(deps, values, before),
  ])
  return value => {
    const sum = sums.get(value)
    if (!sum) return null
    const counts = leads.get(value) ?? NO_LEADS
    return {
      from: before.from,
      to: before.to,
      cost: sum.cost,
      costPerLead: costEach(sum.cost, counts.leads),
      costPerQualifiedLead: costEach(sum.cost, counts.qualifiedLeads),
    }
  }
}
