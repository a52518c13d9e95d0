/** What must hold of every ratio, whatever came: of random visits, leads and costs in real stores. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { assertReaching } from '@firsttouch/infra/rigs/testing/reaching'
import { ROLLUPS } from '@firsttouch/projector/projections/index'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, engagement, exposure, recordsOf, visit } from '@firsttouch/projector/testing/events'
import fc from 'fast-check'
import { v5 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../read-model/report-days.ts'
import { openStaffApi, type StaffApi } from '../testing/api.ts'
import {
  type Answers,
  CASES,
  type Reading,
  ratiosOfContract,
  type Step,
  type Truth,
} from '../testing/ratios.ts'

const FIRST = '2026-02-10'
const DAYS = 9
/** Nothing comes on this day. */
const EMPTY = 4
const dayOf = (at: number): string => addDays(FIRST, at)
const CAMPAIGNS = [
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' },
  { utm_source: 'bing', utm_medium: 'cpc', utm_campaign: 'brand' },
] as const
/** Leads to conversions without a visit. */
const MAIL = { utm_source: 'mail', utm_medium: 'email', utm_campaign: '' }
const PAGES = ['/', '/v2']

type Came = { day: number; campaign: 0 | 1 }
type Session = Came & { visits: number; converts: boolean; page: 0 | 1 }
/** `reached`: how far the lead came, of STEPS. */
type Lead = Came & { reached: number }
type Cost = Came & { hundredths: number }
type Scenario = { sessions: Session[]; leads: Lead[]; costs: Cost[] }
const STEPS: readonly Step[] = ['lead', 'qualified', 'closed', 'trial', 'onboarding']

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
  for (const { utm_source, utm_medium, utm_campaign } of CAMPAIGNS)
    await api.call('POST', 'campaigns', {
      ...{ name: utm_campaign, date: FIRST, platform: 'Ads', utmSource: utm_source, utmMedium: utm_medium },
      generatedUrl: 'https://www.example.com/',
    })
})
afterAll(() => api.close())

const came = {
  day: fc.nat(DAYS - 1).filter(day => day !== EMPTY),
  campaign: fc.constantFrom<0 | 1>(0, 1),
}
const scenarios: fc.Arbitrary<Scenario> = fc.record({
  sessions: fc.array(
    fc.record({
      ...came,
      ...{
        visits: fc.integer({ min: 1, max: 3 }),
        converts: fc.boolean(),
        page: fc.constantFrom<0 | 1>(0, 1),
      },
    }),
    { maxLength: 25 },
  ),
  leads: fc.array(fc.record({ ...came, reached: fc.nat(STEPS.length - 1) }), { maxLength: 20 }),
  costs: fc.uniqueArray(fc.record({ ...came, hundredths: fc.nat(99_999) }), {
    maxLength: 14,
    selector: ({ day, campaign }) => `${day} ${campaign}`,
  }),
})
const EXAMPLE: Scenario = {
  sessions: [0, 1, 2, 3, 5, 6, 7, 8].flatMap(day => [
    { day, campaign: 0, visits: 2, converts: day % 2 === 0, page: 0 },
    { day, campaign: 1, visits: 1, converts: day % 3 === 0, page: 1 },
  ]),
  leads: [0, 1, 2, 3, 5, 6, 7, 8].flatMap((day, at) => [
    { day, campaign: 0, reached: at % STEPS.length },
    { day, campaign: 1, reached: STEPS.length - 1 },
  ]),
  costs: [0, 1, 3, 5, 6, 8].flatMap(day => [
    { day, campaign: 0, hundredths: 1_000 + day },
    ...(day % 2 === 0 ? [{ day, campaign: 1 as const, hundredths: 333 * day }] : []),
  ]),
}

/** Somebody was there on the first day, and nothing is counted before it. */
const sessionsOf = ({ sessions }: Scenario): Session[] => [
  { day: 0, campaign: 0, visits: 1, converts: false, page: 0 },
  ...sessions,
]

const truthOf = ({ costs, leads, ...rest }: Scenario): Truth => {
  const sessions = sessionsOf({ costs, leads, ...rest })
  const isOf = (one: Came, day: string, campaign?: string) =>
    dayOf(one.day) === day && (campaign === undefined || CAMPAIGNS[one.campaign].utm_campaign === campaign)
  const has = (reached: number, step: Step) =>
    step === 'qualified' ? reached === 1 || reached === 2 : step === 'lead' || STEPS[reached] === step
  return {
    first: FIRST,
    cost: (day, campaign) => {
      const known = costs.filter(one => isOf(one, day, campaign))
      return known.length === 0 ? null : known.reduce((sum, { hundredths }) => sum + hundredths, 0)
    },
    count: (step, day, campaign) =>
      step === 'visit'
        ? sessions.filter(one => isOf(one, day, campaign)).reduce((sum, { visits }) => sum + visits, 0)
        : leads.filter(one => isOf(one, day, campaign) && has(one.reached, step)).length,
  }
}

let offset = 0
const addSessions = async (scenario: Scenario, order: <T>(all: T[]) => T[]) => {
  const tables = new Set(['events', 'session_events', ...ROLLUPS.map(({ table }) => table)])
  for (const table of tables) await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.${table}` })
  const events = sessionsOf(scenario).flatMap(({ day, campaign, visits, converts, page }, n) => {
    const at = Date.parse(`${dayOf(day)}T09:00:00Z`) + n * 60_000
    const of = { sessionId: `utm_${at}_${n}`, utm: CAMPAIGNS[campaign], pagePath: PAGES[page] ?? '/' }
    const seen = Array.from({ length: visits }, (_, i) => visit({ ...of, at: at + i * 1_000 }))
    return [
      exposure(page === 0 ? 'control' : 'v2', of.sessionId, at),
      ...seen,
      ...seen.map(one => engagement({ visit: one, at: at + 8_000, properties: { visibleMs: 4_000 + n } })),
      ...(converts ? [conversion({ ...of, at: at + 10_000 })] : []),
    ]
  })
  const at = Date.parse(`${dayOf(1)}T20:00:00Z`)
  events.push(conversion({ at, sessionId: `utm_${at}_mail`, utm: MAIL }))
  await project(recordsOf(order(events), offset), { store: openStore(api.clickhouse, api.db) })
  offset += events.length
}

/** As they stand: the trigger would set qualified_at. */
const addLeads = async ({ leads }: Scenario, order: <T>(all: T[]) => T[]) => {
  await emptyTables(api.sql, 'leads')
  const rows = leads.map(({ day, campaign, reached }, n) => ({
    ...{
      id: v5(String(n), v5.URL),
      name: 'Jo',
      email: `jo${n}@example.com`,
      phone: '',
      business: '',
      message: 'm',
    },
    ...{ source: 'contact_form', session_id: '', spam_reason: '', first_touch: CAMPAIGNS[campaign] },
    status: ['new', 'qualified', 'closed', 'new', 'new'][reached] ?? 'new',
    qualified_at: reached === 1 || reached === 2 ? new Date(`${dayOf(day)}T23:30:00Z`) : null,
    ...{ told_trial: reached === 3, told_onboarding: reached === 4, event_version: 1 },
    ...{ created_at: new Date(`${dayOf(day)}T23:00:00Z`), updated_at: new Date(`${dayOf(day)}T23:00:00Z`) },
  }))
  await api.sql.begin(async sql => {
    await sql`SET LOCAL session_replication_role = replica`
    for (const row of order(rows))
      await sql`INSERT INTO leads ${sql({ ...row, first_touch: sql.json(row.first_touch) as never })}`
  })
}

const addCosts = async ({ costs }: Scenario, order: <T>(all: T[]) => T[] = all => all) => {
  await emptyTables(api.sql, 'spend')
  for (const { day, campaign, hundredths } of order([...costs]))
    await api.sql`
      INSERT INTO spend (utm_campaign, day, cost, currency, origin, changed_by, changed_at)
      VALUES (${CAMPAIGNS[campaign].utm_campaign}, ${dayOf(day)}, ${(hundredths / 100).toFixed(2)}, 'GBP', 'typed', 'ada',
        now())`
}

const get = async (path: string) => {
  const answer = await api.call('GET', path)
  expect([path, answer.statusCode]).toEqual([path, 200])
  const { asOf: _, ...rest } = answer.json()
  return Array.isArray(answer.json()) ? answer.json() : rest
}
const PATHS: Record<keyof Answers, string> = {
  ...{ funnel: 'funnel', campaigns: 'campaigns', analytics: 'analytics', landingPages: 'landing-pages' },
  ...{ devices: 'devices', abTestStats: 'ab-testing-stats', experiments: 'experiments' },
}
const askAll = async (query: string): Promise<Answers> => {
  const entries = Object.entries(PATHS).map(async ([name, path]) => [
    name,
    await get(path === 'experiments' ? path : `${path}${query}`),
  ])
  return Object.fromEntries(await Promise.all(entries))
}
const between = (from: number, to: number) => `?from=${dayOf(from)}&to=${dayOf(to)}`

const readings = (answers: Answers, truth: Truth): [path: string, Reading[]][] =>
  Object.entries(CASES).flatMap(([path, of]) => (typeof of === 'string' ? [] : [[path, of(answers, truth)]]))
/** Those of the days asked for: what is compared with them is of other days. */
const ratiosOf = (answers: Answers, truth: Truth) =>
  readings(answers, truth)
    .filter(([path]) => !path.includes('previous'))
    .map(([path, all]) => [path, all.map(({ ratio }) => ratio)])
const isCost = (path: string) => path.includes('.cost')

test('every ratio that the contract names has a case here', async () => {
  expect(Object.keys(CASES).sort()).toEqual(await ratiosOfContract())
})

test('every ratio covers the days that its answer names, adds up from its parts, and changes by what it is made of alone', async () => {
  const reached = new Set<string>()
  await assertReaching(
    fc.asyncProperty(scenarios, async scenario => {
      const truth = truthOf(scenario)
      await addSessions(scenario, all => all)
      await addLeads(scenario, all => all)
      await addCosts(scenario)
      const [all, late] = [await askAll(''), await askAll(between(EMPTY + 1, DAYS - 1))]

      for (const answers of [all, late])
        for (const [path, found] of readings(answers, truth)) {
          expect([path, found.map(({ ratio }) => ratio)]).toEqual([path, found.map(({ counted }) => counted)])
          if (found.some(({ ratio }) => ratio)) reached.add(path)
        }

      await expectDaysWithNothingToChangeNothing(truth, late)
      await expectPartsToAddUp(all)

      await addCosts({
        ...scenario,
        costs: [...scenario.costs, { day: -1, campaign: 0, hundredths: 77_777 }],
      })
      expect(await askAll('')).toEqual(all)

      await addCosts({
        ...scenario,
        costs: scenario.costs.map(one => ({ ...one, hundredths: 2 * one.hundredths })),
      })
      const doubled = readings(await askAll(''), truth)
      for (const [at, [path, found]] of readings(all, truth).entries())
        for (const [n, { ratio }] of found.entries()) {
          const now = doubled[at]?.[1][n]?.ratio
          if (!isCost(path) || ratio === null) expect([path, now]).toEqual([path, ratio])
          // Both are rounded to the hundredth.
          else expect(Math.abs((now ?? Number.NaN) - 2 * ratio), path).toBeLessThan(0.0151)
        }

      await addSessions(scenario, events => events.toReversed())
      await addLeads(scenario, leads => leads.toReversed())
      await addCosts(scenario, costs => costs.toReversed())
      expect(await askAll('')).toEqual(all)
    }),
    {
      examples: [[EXAMPLE]],
      reached: () =>
        expect(
          Object.keys(CASES).filter(path => typeof CASES[path] !== 'string' && !reached.has(path)),
        ).toEqual([
          // More pages than the list has are another test's.
          'landingPages.others.conversionRate',
          'landingPages.others.bounceRate',
        ]),
      numRuns: 2,
    },
  )
})

const expectDaysWithNothingToChangeNothing = async (truth: Truth, late: Answers) => {
  const before = await askAll(between(EMPTY, DAYS - 1))
  const after = await askAll(between(EMPTY + 1, DAYS))
  expect(ratiosOf(before, truth)).toEqual(ratiosOf(late, truth))
  expect(ratiosOf(after, truth)).toEqual(ratiosOf(late, truth))
}

const expectPartsToAddUp = async ({ funnel, campaigns, analytics, landingPages, devices }: Answers) => {
  const sum = (of: readonly (number | null)[]): number | null => {
    const known = of.flatMap(n => n ?? [])
    return known.length === 0 ? null : Math.round(known.reduce((all, n) => all + n * 100, 0)) / 100
  }
  const days: Answers['funnel'][] = await Promise.all(
    Array.from({ length: DAYS }, (_, day) => get(`funnel${between(day, day)}`)),
  )
  expect(sum(days.map(({ cost }) => cost))).toBe(funnel.cost)
  expect(sum(campaigns.map(({ cost }) => cost))).toBe(funnel.cost)
  expect(sum(funnel.costs.points.map(({ cost }) => cost))).toBe(funnel.cost)
  for (const [at, { count, ofCostDays }] of funnel.steps.entries()) {
    expect(sum(days.map(({ steps }) => steps[at]?.count ?? null))).toBe(count)
    expect(sum(days.map(({ steps }) => steps[at]?.ofCostDays ?? null))).toBe(ofCostDays)
  }
  expect(sum([0, ...funnel.costs.points.map(({ leads }) => leads)])).toBe(funnel.steps[1]?.ofCostDays)
  for (const { utm_campaign, utm_source } of CAMPAIGNS) {
    const campaign = campaigns.find(({ utmCampaign }) => utmCampaign === utm_campaign)
    for (const query of [`?campaign=${utm_campaign}`, `?source=${utm_source}`]) {
      const part: Answers['funnel'] = await get(`funnel${query}`)
      const [visit, lead, qualified, , onboarding] = part.steps.map(({ costEach }) => costEach)
      expect([part.cost, part.costDays, visit, lead, qualified, onboarding]).toEqual([
        ...[campaign?.cost, campaign?.costDays, campaign?.costPerClick, campaign?.costPerLead],
        ...[campaign?.costPerQualifiedLead, campaign?.costPerOnboarding],
      ])
    }
  }
  const { totalVisits, totalConversions, topSources, others, channels } = analytics
  const totals = { visits: totalVisits, conversions: totalConversions }
  const parts = {
    sources: [...topSources, others],
    channels: channels ?? [],
    pages: [...(landingPages.pages ?? []), landingPages.others],
    devices: devices.devices ?? [],
  }
  for (const [name, all] of Object.entries(parts))
    expect([
      name,
      sum([0, ...all.map(one => one.visits)]),
      sum([0, ...all.map(one => one.conversions)]),
    ]).toEqual([name, ...[totals.visits, totals.conversions]])
}
