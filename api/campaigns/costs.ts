import type { CampaignCosts } from '../contract/campaign.ts'
import type { Comparison } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { readClosedDays } from '../read-model/closed-days.ts'
import { type Period, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { byTags, type CampaignTags, keyOf, tagsOf } from '../spend/campaign-tags.ts'
import { askCosts, type SpendSum, type SpendSums, sumByCampaign } from '../spend/figures.ts'
import { costWindows, dayText, type Question } from '../spend/known-days.ts'
import { costEach } from '../spend/unit-cost.ts'
import { trafficRows } from './campaign-traffic.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'config' | 'now'>
type Known = CampaignTags & { sum: SpendSum }
const WITHIN_MS = 2_000

/** Ignores costs before the first day with an event. Every cost is null while ClickHouse is unavailable. */
export const openCosts = async (
  deps: Needs,
  values: string[],
  { period, compare }: { period: Period | null; compare?: Comparison | undefined },
  unknown: (error: unknown) => null,
): Promise<(tags: CampaignTags) => CampaignCosts> => {
  const question = await askCosts(deps, period, compare).catch(unknown)
  const sums = question ? await sumByCampaign(deps, values, question) : new Map<string, SpendSums>()
  const known = (part: 'now' | 'before'): Known[] =>
    [...sums].flatMap(([key, { [part]: sum }]) => (sum ? { ...tagsOf(key), sum } : []))
  const [leads, leadsBefore, clicks] = await Promise.all([
    countLeadsOn(deps, known('now')),
    countLeadsOn(deps, known('before')),
    question && countClicks(deps, question, known('now')).catch(unknown),
  ])
  return tags => {
    const key = keyOf(tags)
    const own = sums.get(key)
    const open = key === tags.utmCampaign ? undefined : sums.get(tags.utmCampaign)
    // A cost without source and medium makes the costs of all campaigns with its `utm_campaign` unknown.
    const [now, before] = [open?.now ? null : (own?.now ?? null), open?.before ? null : (own?.before ?? null)]
    const each = (sum: SpendSum | null, n: number | undefined) => costEach(sum?.cost ?? null, n ?? null)
    const came = leads.get(key) ?? NO_LEADS
    const earlier = leadsBefore.get(key) ?? NO_LEADS
    return {
      currency: deps.config.currency,
      cost: now?.cost ?? null,
      unassignedCost: open?.now?.cost ?? null,
      costPerClick: each(now, clicks?.get(key)),
      costPerLead: each(now, came.leads),
      costPerQualifiedLead: each(now, came.qualifiedLeads),
      costPerTrial: each(now, came.trials),
      costPerOnboarding: each(now, came.onboarding),
      leadsOnCostDays: now && came.leads,
      qualifiedOnCostDays: now && came.qualifiedLeads,
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

/** Leads of each campaign on the days with a known cost. */
const countLeadsOn = async ({ sql, config }: Needs, known: readonly Known[]) => {
  const spans = known.flatMap(({ sum, ...tags }) =>
    sum.covered.spans.map(([from, to]) => ({ ...tags, from: dayText(from), after: dayText(to) })),
  )
  if (spans.length === 0) return new Map()
  const zone = config.timeZone
  const rows = await sql<(CampaignTags & LeadCounts)[]>`
    SELECT value AS "utmCampaign", of_source AS "utmSource", of_medium AS "utmMedium", ${sql.unsafe(LEAD_COUNTS)}
    FROM unnest(${spans.map(({ utmCampaign }) => utmCampaign)}::text[], ${spans.map(({ utmSource }) => utmSource)}::text[],
      ${spans.map(({ utmMedium }) => utmMedium)}::text[], ${spans.map(({ from }) => from)}::text[]::date[],
      ${spans.map(({ after }) => after)}::text[]::date[]) AS covered (value, of_source, of_medium, from_day, after_day)
    JOIN counted_leads ON campaign = value AND created_at >= from_day::timestamp AT TIME ZONE ${zone}
      AND created_at < after_day::timestamp AT TIME ZONE ${zone}
      AND (of_source = '' OR (utm_source = of_source AND utm_medium = of_medium))
    GROUP BY value, of_source, of_medium`
  return byTags(rows)
}

const countClicks = async ({ readModel, config }: Needs, question: Question, known: readonly Known[]) => {
  const [window] = costWindows(question)
  if (!window || known.length === 0) return new Map()
  const zone = config.timeZone
  const rows = await readModel.rowsOfOne()
  const cutOf = await readClosedDays({ config }, rows, WITHIN_MS)
  const traffic = trafficRows(cutOf('event_days', rangesOfPeriod(window.now, zone)))
  const side = (at: 0 | 1) => known.map(({ sum }) => sum.covered.spans.map(span => span[at]))
  const shared = known.filter(({ utmSource }) => utmSource !== '').map(({ utmCampaign }) => utmCampaign)
  const parameters = {
    zone,
    keys: known.map(keyOf),
    values: known.map(({ utmCampaign }) => utmCampaign),
    shared,
    froms: side(0),
    tos: side(1),
  }
  const counted = await rows<{ key: string; clicks: number }>(clicksSql(traffic), parameters, WITHIN_MS)
  return new Map(counted.map(({ key, clicks }) => [key, clicks]))
}

const clicksSql = (rows: string) => `
  SELECT key, arraySum((day, n) -> if(arrayExists((first, after) -> day >= first AND day < after,
    {froms:Array(Array(UInt32))}[at], {tos:Array(Array(UInt32))}[at]), n, 0), days, counts) AS clicks
  FROM (
    SELECT if(utm_campaign IN {shared:Array(String)}, concat(utm_campaign, '\\n', utm_source, '\\n', utm_medium), toString(utm_campaign)) AS key,
      indexOf({keys:Array(String)}, key) AS at,
      groupArray(toUInt32(toDate(last_at, {zone:String}))) AS days, groupArray(n) AS counts
    FROM (${rows})
    WHERE type = 'visit' AND utm_campaign IN {values:Array(String)}
    GROUP BY key
    HAVING at > 0
  )
  ${FINAL_SETTINGS}`

type LeadCounts = { leads: number; qualifiedLeads: number; trials: number; onboarding: number }
export const NO_LEADS: LeadCounts = { leads: 0, qualifiedLeads: 0, trials: 0, onboarding: 0 }

const LEAD_COUNTS = `count(*)::integer AS leads,
      (count(*) FILTER (WHERE qualified))::integer AS "qualifiedLeads",
      (count(*) FILTER (WHERE trial))::integer AS trials,
      (count(*) FILTER (WHERE onboarding))::integer AS onboarding`

/**
 * Counts leads by `utm_campaign`, and for `shared` values also by source and medium. Do not use a prepared statement:
 * PostgreSQL's generic plan would not use the covering index.
 */
export const countLeads = async (
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  values: string[],
  period: Period | null,
  shared: readonly string[] = [],
): Promise<Map<string, LeadCounts>> => {
  const given: string[] = []
  const say = (value: string): string => `$${given.push(value)}`
  const conditions = ['true']
  if (values.length === 1) conditions.push(`campaign = ${say(values[0] ?? '')}`)
  if (period) {
    const zone = say(config.timeZone)
    conditions.push(
      `created_at >= ${say(period.from)}::date::timestamp AT TIME ZONE ${zone}`,
      `created_at < (${say(period.to)}::date + 1)::timestamp AT TIME ZONE ${zone}`,
    )
  }
  const count = (tags: string, where: readonly string[]) =>
    sql.unsafe<(CampaignTags & LeadCounts)[]>(
      `
    SELECT campaign AS "utmCampaign", ${tags}, ${LEAD_COUNTS}
    FROM counted_leads WHERE ${where.join(' AND ')}
    GROUP BY 1, 2, 3`,
      given.slice(),
    )
  const byValue = await count(`'' AS "utmSource", '' AS "utmMedium"`, conditions)
  const ofShared = () => `campaign IN (${shared.map(say).join(', ')})`
  const ofTags = shared.length === 0 ? [] : await count(TAGS, [...conditions, ofShared()])
  return byTags([...byValue, ...ofTags])
}

const TAGS = 'utm_source AS "utmSource", utm_medium AS "utmMedium"'
