/** Every ratio of the contract: where an answer has it, and what is divided by what, read from the answer's own words. */
import { readdirSync } from 'node:fs'
import type { z } from 'zod'
import type { AnalyticsSummary } from '../contract/analytics.ts'
import type { Campaign } from '../contract/campaign.ts'
import type { Funnel, FunnelStep } from '../contract/costs/funnel.ts'
import type { DaysWithoutCost } from '../contract/costs/spend.ts'
import type { ExperimentList } from '../contract/experiments/life.ts'
import type { AbTestStats, Verdict } from '../contract/experiments/results.ts'
import type { Devices, LandingCounts, LandingPages } from '../contract/landings.ts'
import { addDays } from '../read-model/report-days.ts'

const CONTRACT = new URL('../contract/', import.meta.url)
const IS_RATIO = /^cost(Each|Per)|rate$/i

/** The paths of all fields that are named like a ratio, of every schema that the contract exports. */
export const ratiosOfContract = async (): Promise<string[]> => {
  const paths: string[] = []
  for (const folder of ['', ...foldersIn(CONTRACT)])
    for (const file of readdirSync(new URL(folder, CONTRACT)).filter(isSchemaFile)) {
      const exported = await import(new URL(`${folder}${file}`, CONTRACT).href)
      for (const [name, schema] of Object.entries(exported)) paths.push(...ratiosIn(schema, name))
    }
  return [...new Set(paths)].sort()
}
const foldersIn = (url: URL): string[] =>
  readdirSync(url, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [`${entry.name}/`] : []))
const isSchemaFile = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts')

type Def = { shape?: object; element?: unknown; in?: unknown; options?: unknown[]; innerType?: unknown }
const ratiosIn = (schema: unknown, path: string): string[] => {
  const def = (schema as z.core.$ZodType | undefined)?._zod?.def as Def | undefined
  if (!def) return []
  const fields = Object.entries(def.shape ?? {}).flatMap(([name, field]) => [
    ...(IS_RATIO.test(name) ? [`${path}.${name}`] : []),
    ...ratiosIn(field, `${path}.${name}`),
  ])
  const others = [def.in, def.innerType, ...(def.options ?? [])].flatMap(one => ratiosIn(one, path))
  return [...fields, ...ratiosIn(def.element, `${path}[]`), ...others]
}

export type Answers = {
  funnel: Funnel
  campaigns: Campaign[]
  analytics: AnalyticsSummary
  landingPages: LandingPages
  devices: Devices
  abTestStats: AbTestStats
  experiments: ExperimentList
}

export type Step = FunnelStep | 'trial'
/** What was put into the stores, counted day by day. `campaign` undefined: of all. */
export type Truth = {
  first: string
  cost: (day: string, campaign?: string) => number | null
  count: (step: Step, day: string, campaign?: string) => number
}
/** `counted`: what the answer's words say that the ratio is. */
export type Reading = { ratio: number | null; counted: number | null }

const daysFromTo = (from: string, to: string): string[] => {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
type Named = { costDays: { from: string; to: string } | null; without: DaysWithoutCost | null }
const namedDays = ({ costDays, without }: Named): string[] =>
  daysFromTo(costDays?.from ?? '9', costDays?.to ?? '').filter(
    day => !without?.spans.some(({ from, to }) => day >= from && day <= to),
  )
/** Of days that are named by their first and last one. */
const knownDays = (truth: Truth, span: { from: string; to: string } | null | undefined, campaign?: string) =>
  daysFromTo(span?.from ?? '9', span?.to ?? '').filter(day => truth.cost(day, campaign) !== null)

const perUnit = (truth: Truth, days: string[], step: Step, campaign?: string): number | null => {
  const sum = (of: (day: string) => number | null) =>
    days.reduce((all, day) => all + (of(day) ?? Number.NaN), 0)
  const n = sum(day => truth.count(step, day, campaign))
  return n === 0 ? null : Math.round(sum(day => truth.cost(day, campaign)) / n) / 100
}

type Case = (answers: Answers, truth: Truth) => Reading[]
const percent = ({
  visits,
  conversions,
  conversionRate,
}: Pick<LandingCounts, 'visits' | 'conversions' | 'conversionRate'>): Reading => ({
  ratio: conversionRate,
  counted: visits === 0 ? 0 : (conversions / visits) * 100,
})
const bounced = ({
  bounces,
  engaged,
  bounceRate,
}: Pick<Campaign, 'bounces' | 'engaged' | 'bounceRate'>): Reading => {
  const known = (bounces ?? 0) + (engaged ?? 0)
  return { ratio: bounceRate, counted: known === 0 ? null : ((bounces ?? 0) / known) * 100 }
}
const withBefore = (
  rows: { previous: LandingCounts | null }[] | null,
  read: (counts: LandingCounts) => Reading = percent,
): Reading[] => (rows ?? []).flatMap(({ previous }) => (previous ? [read(previous)] : []))
const ofArms = (verdicts: (Verdict | null)[]): Reading[] =>
  verdicts
    .flatMap(verdict => verdict?.arms ?? [])
    .map(({ rate, visitors, converters }) => ({
      ratio: rate,
      counted: visitors === 0 ? null : converters / visitors,
    }))
const ofCampaigns =
  (
    field: 'costPerClick' | 'costPerLead' | 'costPerQualifiedLead' | 'costPerTrial' | 'costPerOnboarding',
    step: Step,
  ): Case =>
  ({ campaigns }, truth) =>
    campaigns.map(({ utmCampaign, costDays, daysWithoutCost, [field]: ratio }) => ({
      ratio,
      counted: perUnit(truth, namedDays({ costDays, without: daysWithoutCost }), step, utmCampaign),
    }))
const ofCampaignsBefore =
  (field: 'costPerLead' | 'costPerQualifiedLead', step: Step): Case =>
  ({ campaigns }, truth) =>
    campaigns.flatMap(({ utmCampaign, previousCost }) =>
      previousCost
        ? {
            ratio: previousCost[field],
            counted: perUnit(truth, knownDays(truth, previousCost, utmCampaign), step, utmCampaign),
          }
        : [],
    )
const ofPoints = (points: Funnel['costs']['points'] | null, truth: Truth): Reading[] =>
  (points ?? []).map(({ from, costPerLead }) => ({
    ratio: costPerLead,
    counted: perUnit(truth, [from], 'lead'),
  }))

const GIVEN = 'is given by staff or by a plan, and divides nothing'
const PART = 'stands in another answer as well, where it has its case'

/** A text says why a field has no case. */
export const CASES: Record<string, Case | string> = {
  'funnel.steps[].costEach': ({ funnel: { steps, costDays, daysWithoutCost } }, truth) =>
    steps.map(({ step, costEach }) => ({
      ratio: costEach,
      counted: perUnit(truth, namedDays({ costDays, without: daysWithoutCost }), step),
    })),
  'funnel.steps[].previous.costEach': ({ funnel: { steps, previous } }, truth) =>
    steps.flatMap(step =>
      step.previous
        ? {
            ratio: step.previous.costEach,
            counted: perUnit(truth, knownDays(truth, previous?.costDays), step.step),
          }
        : [],
    ),
  'funnel.costs.points[].costPerLead': ({ funnel }, truth) => ofPoints(funnel.costs.points, truth),
  'funnel.costs.previous[].costPerLead': ({ funnel }, truth) => ofPoints(funnel.costs.previous, truth),
  'campaign.costPerClick': ofCampaigns('costPerClick', 'visit'),
  'campaign.costPerLead': ofCampaigns('costPerLead', 'lead'),
  'campaign.costPerQualifiedLead': ofCampaigns('costPerQualifiedLead', 'qualified'),
  'campaign.costPerTrial': ofCampaigns('costPerTrial', 'trial'),
  'campaign.costPerOnboarding': ofCampaigns('costPerOnboarding', 'onboarding'),
  'campaign.previousCost.costPerLead': ofCampaignsBefore('costPerLead', 'lead'),
  'campaign.previousCost.costPerQualifiedLead': ofCampaignsBefore('costPerQualifiedLead', 'qualified'),
  'analyticsSummary.conversionRate': ({ analytics }) => [
    percent({ ...analytics, visits: analytics.totalVisits, conversions: analytics.totalConversions }),
  ],
  'analyticsSummary.channels[].conversionRate': ({ analytics }) => (analytics.channels ?? []).map(percent),
  'analyticsSummary.channels[].bounceRate': ({ analytics }) => (analytics.channels ?? []).map(bounced),
  'landingPages.totals.conversionRate': ({ landingPages }) => [percent(landingPages.totals)],
  'landingPages.pages[].conversionRate': ({ landingPages }) => (landingPages.pages ?? []).map(percent),
  'landingPages.pages[].previous.conversionRate': ({ landingPages }) => withBefore(landingPages.pages),
  'landingPages.others.conversionRate': ({ landingPages }) => [percent(landingPages.others)],
  'devices.totals.conversionRate': ({ devices }) => [percent(devices.totals)],
  'devices.devices[].conversionRate': ({ devices }) => (devices.devices ?? []).map(percent),
  'devices.devices[].previous.conversionRate': ({ devices }) => withBefore(devices.devices),
  'devices.browsers[].conversionRate': ({ devices }) => (devices.browsers ?? []).map(percent),
  'devices.browsers[].previous.conversionRate': ({ devices }) => withBefore(devices.browsers),
  'campaign.bounceRate': ({ campaigns }) => campaigns.map(bounced),
  'landingPages.totals.bounceRate': ({ landingPages }) => [bounced(landingPages.totals)],
  'landingPages.pages[].bounceRate': ({ landingPages }) => (landingPages.pages ?? []).map(bounced),
  'landingPages.pages[].previous.bounceRate': ({ landingPages }) => withBefore(landingPages.pages, bounced),
  'landingPages.others.bounceRate': ({ landingPages }) => [bounced(landingPages.others)],
  'devices.totals.bounceRate': ({ devices }) => [bounced(devices.totals)],
  'devices.devices[].bounceRate': ({ devices }) => (devices.devices ?? []).map(bounced),
  'devices.devices[].previous.bounceRate': ({ devices }) => withBefore(devices.devices, bounced),
  'devices.browsers[].bounceRate': ({ devices }) => (devices.browsers ?? []).map(bounced),
  'devices.browsers[].previous.bounceRate': ({ devices }) => withBefore(devices.browsers, bounced),
  'abTestStats.testStats[].conversionRate': ({ abTestStats }) =>
    abTestStats.testStats.map(({ conversionRate, visitors, converters }) => ({
      ratio: conversionRate,
      counted: visitors === 0 ? 0 : (converters / visitors) * 100,
    })),
  'abTestStats.verdicts[].arms[].rate': ({ abTestStats }) => ofArms(abTestStats.verdicts),
  'experimentList.experiments[].verdict.arms[].rate': ({ experiments }) =>
    ofArms(experiments.experiments.map(({ verdict }) => verdict)),
  'experiment.verdict.arms[].rate': PART,
  'verdict.arms[].rate': PART,
  'experiment.run.baselineRate': GIVEN,
  'experimentList.experiments[].run.baselineRate': GIVEN,
  'planAnswer.baselineRate': GIVEN,
  'planQuery.baselineRate': GIVEN,
  'run.baselineRate': GIVEN,
  'runRequest.baselineRate': GIVEN,
  'startRequest.baselineRate': GIVEN,
}
