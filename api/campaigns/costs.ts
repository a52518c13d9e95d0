/** What campaigns cost, beside the period before. */
import type { CampaignCosts } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import type { Period } from '../read-model/report-days.ts'
import { type CampaignTags, keyOf } from '../spend/campaign-tags.ts'
import { knownDays, type SpendSum, sumByCampaign } from '../spend/figures.ts'
import { costEach } from '../spend/unit-cost.ts'
import { countLeads, type LeadCounts, NO_LEADS } from './lead-counts.ts'

type Counts = LeadCounts & { clicks: number | null }
type Needs = Pick<Deps, 'sql' | 'config' | 'now'>

export const openCosts = async (
  deps: Needs,
  values: string[],
  period: Period | null,
  shared: readonly string[] = [],
): Promise<(tags: CampaignTags, counts: Counts) => CampaignCosts> => {
  const days = period && (await knownDays(deps, period))
  const isNothingKnown = period && !days
  const [[sums, sumsBefore], leadsBefore] = await Promise.all([
    isNothingKnown ? [] : sumByCampaign(deps, values, days && [days.known, days.before]),
    days ? countLeads(deps, values, days.before, shared) : new Map<string, LeadCounts>(),
  ])
  return (tags, { clicks, leads, qualifiedLeads, trials, onboarding }) => {
    const key = keyOf(tags)
    const open = keyOf({ ...tags, utmSource: '', utmMedium: '' })
    /** null too where a part may belong to this campaign or to another one of its value. */
    const ownIn = (all: Map<string, SpendSum> | undefined) =>
      key !== open && all?.has(open) ? undefined : all?.get(key)
    const sum = ownIn(sums)
    const cost: number | null = sum?.cost ?? null
    return {
      currency: deps.config.currency,
      cost,
      unassignedCost: (key !== open && sums?.get(open)?.cost) || null,
      costPerClick: costEach(cost, clicks),
      costPerLead: costEach(cost, leads),
      costPerQualifiedLead: costEach(cost, qualifiedLeads),
      costPerTrial: costEach(cost, trials),
      costPerOnboarding: costEach(cost, onboarding),
      daysWithoutCost: sum?.withoutCost ?? null,
      previousCost: days && previousCost(days.before, ownIn(sumsBefore), leadsBefore.get(key)),
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
