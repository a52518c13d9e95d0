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
  const isNothingKnown = period && !days
  const [[sums, sumsBefore], leadsBefore] = await Promise.all([
    isNothingKnown ? [] : sumByCampaign(deps, values, days && [days.known, days.before]),
    days ? countLeads(deps, values, days.before) : new Map<string, LeadCounts>(),
  ])
  return (value, { clicks, leads, qualifiedLeads, trials, onboarding }) => {
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
      previousCost: days && previousCost(days.before, sumsBefore?.get(value), leadsBefore.get(value)),
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
