/** What campaigns cost, beside the period before. */
import type { CampaignCosts } from '../contract/campaign.ts'
import type { Deps } from '../deps.ts'
import { readClosedDays } from '../read-model/closed-days.ts'
import { type Period, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { askCosts, type SpendSum, type SpendSums, sumByCampaign } from '../spend/figures.ts'
import { costWindows, dayText, type Question } from '../spend/known-days.ts'
import { costEach } from '../spend/unit-cost.ts'
import { trafficRows } from './campaign-traffic.ts'
import { LEAD_COUNTS, type LeadCounts, NO_LEADS } from './lead-counts.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'config' | 'now'>
type Known = { value: string; sum: SpendSum }
const WITHIN_MS = 2_000

/** While ClickHouse does not answer no cost is known: the first counted day is not. */
export const openCosts = async (
  deps: Needs,
  values: string[],
  period: Period | null,
  unknown: (error: unknown) => null,
): Promise<(value: string) => CampaignCosts> => {
  const question = await askCosts(deps, period).catch(unknown)
  const sums = question ? await sumByCampaign(deps, values, question) : new Map<string, SpendSums>()
  const known = (part: 'now' | 'before'): Known[] =>
    [...sums].flatMap(([value, { [part]: sum }]) => (sum ? { value, sum } : []))
  const [leads, leadsBefore, clicks] = await Promise.all([
    countLeads(deps, known('now')),
    countLeads(deps, known('before')),
    question && countClicks(deps, question, known('now')).catch(unknown),
  ])
  return value => {
    const { now = null, before = null } = sums.get(value) ?? {}
    const each = (sum: SpendSum | null, n: number | undefined) => costEach(sum?.cost ?? null, n ?? null)
    const came = leads.get(value) ?? NO_LEADS
    const earlier = leadsBefore.get(value) ?? NO_LEADS
    return {
      currency: deps.config.currency,
      cost: now?.cost ?? null,
      costPerClick: each(now, clicks?.get(value)),
      costPerLead: each(now, came.leads),
      costPerQualifiedLead: each(now, came.qualifiedLeads),
      costPerTrial: each(now, came.trials),
      costPerOnboarding: each(now, came.onboarding),
      costDays: now?.covered ?? null,
      daysWithoutCost: now?.covered.withoutCost ?? null,
      previousCost: before && {
        ...before.covered,
        cost: before.cost,
        costPerLead: each(before, earlier.leads),
        costPerQualifiedLead: each(before, earlier.qualifiedLeads),
      },
    }
  }
}

/** Leads of the days that each campaign's cost covers. */
const countLeads = async (
  { sql, config }: Needs,
  known: readonly Known[],
): Promise<Map<string, LeadCounts>> => {
  const spans = known.flatMap(({ value, sum }) =>
    sum.covered.spans.map(([from, to]) => ({ value, from: dayText(from), after: dayText(to + 1) })),
  )
  if (spans.length === 0) return new Map()
  const zone = config.timeZone
  const rows = await sql<({ value: string } & LeadCounts)[]>`
    SELECT value, ${sql.unsafe(LEAD_COUNTS)}
    FROM unnest(${spans.map(({ value }) => value)}::text[], ${spans.map(({ from }) => from)}::text[]::date[],
      ${spans.map(({ after }) => after)}::text[]::date[]) AS covered (value, from_day, after_day)
    JOIN leads ON campaign = value AND created_at >= from_day::timestamp AT TIME ZONE ${zone}
      AND created_at < after_day::timestamp AT TIME ZONE ${zone}
    WHERE deleted_at IS NULL AND spam_reason = ''
    GROUP BY value`
  return new Map(rows.map(({ value, ...counts }) => [value, counts]))
}

/** Clicks of the days that each campaign's cost covers. */
const countClicks = async (
  { readModel, config }: Needs,
  question: Question,
  known: readonly Known[],
): Promise<Map<string, number>> => {
  const [window] = costWindows(question)
  if (!window || known.length === 0) return new Map()
  const zone = config.timeZone
  const rows = await readModel.rowsOfOne()
  const { cutOf } = await readClosedDays({ config }, rows, WITHIN_MS)
  const traffic = trafficRows(cutOf('event_days', rangesOfPeriod(window.now, zone)))
  const side = (at: 0 | 1) => known.map(({ sum }) => sum.covered.spans.map(span => span[at]))
  const parameters = { zone, values: known.map(({ value }) => value), froms: side(0), tos: side(1) }
  const counted = await rows<{ value: string; clicks: number }>(clicksSql(traffic), parameters, WITHIN_MS)
  return new Map(counted.map(({ value, clicks }) => [value, clicks]))
}

const clicksSql = (rows: string) => `
  SELECT value, arraySum((day, n) -> if(arrayExists((first, last) -> day BETWEEN first AND last,
    {froms:Array(Array(UInt32))}[at], {tos:Array(Array(UInt32))}[at]), n, 0), days, counts) AS clicks
  FROM (
    SELECT toString(utm_campaign) AS value, indexOf({values:Array(String)}, value) AS at,
      groupArray(toUInt32(toDate(last_at, {zone:String}))) AS days, groupArray(n) AS counts
    FROM (${rows})
    WHERE type = 'visit' AND utm_campaign IN {values:Array(String)}
    GROUP BY value
  )
  ${FINAL_SETTINGS}`
