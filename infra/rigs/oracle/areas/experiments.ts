/** A/B tests on the dashboard: counts, verdicts, history, guards, series and steps. */

import {
  DECLARED,
  leadsOf,
  type Participant,
  participantsOf,
  periodsOf,
  reachedGoal,
} from '../definitions/experiments.ts'
import { isCustomer, isQualified, isTrial } from '../definitions/leads.ts'
import { isHuman, isWithin } from '../definitions/traffic.ts'
import type { Event } from '../facts.ts'
import { iso, type Look, queryOf, type Range, rangesOf } from './look.ts'

type Arm = { variant: string; visitors: number; converters: number }
type Converts = (one: Participant) => boolean
const hasConverted: Converts = ({ conversions }) => conversions.length > 0

const armsOf = (
  variants: readonly string[],
  participants: readonly Participant[],
  converts: Converts,
): Arm[] =>
  variants.map(variant => {
    const own = participants.filter(one => one.variant === variant && !one.sawBoth)
    return { variant, visitors: own.length, converters: own.filter(converts).length }
  })

export const compareExperiments = async (look: Look): Promise<void> => {
  for (const range of rangesOf(look)) {
    await compareStats(look, range)
    await compareVariantSeries(look, range)
  }
  await compareRuns(look)
}

const compareStats = async ({ system, business, compare }: Look, range: Range): Promise<void> => {
  const call = `/api/admin/ab-testing-stats${queryOf(range)}`
  const theirs = await system.get<{ testStats: Arm[]; conversionBreakdown: object[] }>(call)
  const isIn = (at: number) => isWithin(business.zone, at, range)
  const participants = participantsOf(business).filter(one => one.inRun && isIn(one.at))
  const events = business.events.filter(
    event =>
      (event.kind === 'exposure' || event.kind === 'test_conversion') && isHuman(event) && isIn(event.at),
  )
  // Leave out events between runs and after them.
  const inRuns = events.filter(({ test, at }) =>
    periodsOf(business, test).some(
      ({ state, began, ended }) =>
        state === 'running' && at >= (began ?? 0) && at < (ended ?? Number.POSITIVE_INFINITY),
    ),
  )
  const stats = DECLARED.flatMap(({ test, variants }) => {
    const [own, seen] = [
      participants.filter(one => one.test === test),
      inRuns.filter(one => one.test === test),
    ]
    if (own.every(one => one.sawBoth) && seen.length === 0) return []
    return armsOf(variants, own, hasConverted).map(arm => {
      const all = seen.filter(({ variant }) => variant === arm.variant)
      return {
        testName: test,
        ...arm,
        totalEvents: all.length,
        conversions: all.filter(({ kind }) => kind === 'test_conversion').length,
        conversionRate: arm.visitors === 0 ? 0 : (100 * arm.converters) / arm.visitors,
      }
    })
  })
  const ofArm = (row?: { testName?: unknown; variant?: unknown }) => [
    ...participants.filter(({ test, variant }) => test === row?.testName && variant === row.variant),
  ]
  compare.rows('A/B counts', call, row => `${row.testName} ${row.variant}`, stats, theirs.testStats, ofArm)
  const told = inRuns.filter(({ kind }) => kind === 'test_conversion')
  const breakdown = [...Map.groupBy(told, ({ test, variant, type }) => [test, variant, type].join('\n'))].map(
    ([key, all]) => {
      const [testName, variant, conversionType] = key.split('\n')
      return { testName, variant, conversionType, count: all.length }
    },
  )
  compare.rows(
    'A/B breakdown',
    call,
    row => [row.testName, row.variant, row.conversionType].join(' '),
    breakdown,
    theirs.conversionBreakdown,
    () => told,
  )
}

/** A visitor counts at the first exposure, even if the test was not running then. A converter is a visitor who converted later. */
const compareVariantSeries = async ({ system, business, compare }: Look, range: Range): Promise<void> => {
  const call = `/api/admin/variant-series${queryOf(range)}`
  type Points = { at: string; visitors: number; converters: number }[]
  const theirs = await system.get<{
    range: { to: string }
    tests: { testName: string; variants: { variant: string; points: Points }[] }[]
  }>(call)
  const all = participantsOf(business)
  const converted = Map.groupBy(
    business.events.filter(
      event => (event.kind === 'conversion' || event.kind === 'test_conversion') && isHuman(event),
    ),
    ({ session }) => session,
  )
  const converts: Converts = one =>
    (converted.get(one.session) ?? []).some(
      (event: Event) => event.at >= one.at && (event.kind === 'conversion' || event.test === one.test),
    )
  for (const { testName, variants } of theirs.tests)
    for (const { variant, points } of variants) {
      const own = all.filter(
        one =>
          one.test === testName &&
          one.variant === variant &&
          !one.sawBoth &&
          isWithin(business.zone, one.at, range),
      )
      const ours = points.map(({ at }, index) => {
        const end = points[index + 1] ? Date.parse(points[index + 1]?.at ?? '') : Number.POSITIVE_INFINITY
        const here = own.filter(one => one.at >= Date.parse(at) && one.at < end)
        return { visitors: here.length, converters: here.filter(converts).length }
      })
      compare.same('variant series', `${call} ${testName} ${variant}`, ours, points, () => own)
      const sum = ours.reduce((all, point) => all + point.visitors, 0)
      compare.same('variant series', `${call} ${testName} ${variant}, its points together`, own.length, sum)
    }
}

const compareRuns = async (look: Look): Promise<void> => {
  const { system, business, compare } = look
  type Verdict = { testName: string; startedAt: string | null; arms: Arm[]; srm: object; sawBoth: number }
  type Listed = {
    name: string
    state: string
    winner: string | null
    verdict: Verdict | null
    run: object | null
  }
  const { experiments } = await system.get<{ experiments: Listed[] }>('/api/admin/experiments')
  const participants = participantsOf(business)
  for (const { test, variants } of DECLARED) {
    const periods = periodsOf(business, test)
    const present = periods.at(-1)
    if (!present) continue
    const { run, goal } = present
    const listed = experiments.find(({ name }) => name === test)
    const own = participants.filter(one => one.test === test && one.inRun && one.period.run === run)
    const arms = armsOf(variants, own, one => reachedGoal(business, one, goal))
    const because = () => own
    const steps = business.steps.filter(step => step.test === test)
    const first = periods.find(period => period.run === run)
    compare.same(
      'A/B list',
      `/api/admin/experiments ${test}`,
      {
        state: present.state,
        winner: present.winner || null,
        version: steps.length,
        since: present.began === null ? null : iso(present.began),
        run: { id: run, goal, startedAt: first?.began == null ? null : iso(first.began) },
        variants: variants.map((name, index) => ({ name, share: present.shares[index] })),
      },
      listed,
    )
    const counted = own.filter(({ sawBoth }) => !sawBoth).length
    const shares = periods.find(period => period.run === run && period.state === 'running')?.shares ?? []
    const chi2 = arms.reduce((sum, { visitors }, index) => {
      const expected = (counted * (shares[index] ?? 0)) / 100
      return sum + (visitors - expected) ** 2 / expected
    }, 0)
    compare.same(
      'A/B verdict counts',
      `/api/admin/experiments ${test}`,
      {
        arms: arms.map(arm => ({ ...arm, rate: arm.visitors === 0 ? null : arm.converters / arm.visitors })),
        sawBoth: own.length - counted,
        srm: { chi2 },
      },
      listed?.verdict,
      because,
    )

    const call = `/api/admin/experiments/${test}/history`
    const history = await system.get<{ points: { at: string }[] }>(call)
    for (const [index, { at }] of history.points.entries()) {
      const until = index === history.points.length - 1 ? Number.POSITIVE_INFINITY : Date.parse(at)
      const seen = own.filter(one => one.at < until)
      const ours = armsOf(variants, seen, one => reachedGoal(business, one, goal))
      compare.same('A/B history', `${call}, ${at}`, { arms: ours }, history.points[index], () => seen)
    }

    await compareDetails(look, test, own, goal)
    const changes = await system.get<{ changes: object[] }>(`/api/admin/experiments/${test}/changes`)
    compare.same(
      'A/B steps',
      `/api/admin/experiments/${test}/changes`,
      steps.toReversed().map(({ step, state, at, winner }, index) => ({
        ...{ step, state, at: iso(at), version: steps.length - index, winner: winner || null },
      })),
      changes.changes,
    )
  }
}

const GUARDS = [
  'button_click',
  'form_submission',
  'stripe_intent',
  'whatsapp_click',
  'trial',
  'onboarding',
  'qualified_lead',
]

const compareDetails = async (
  { system, business, compare }: Look,
  test: string,
  own: Participant[],
  goal: string,
) => {
  const call = `/api/admin/experiments/${test}/details`
  const theirs = await system.get<{
    guards: { what: string }[]
  }>(call)
  const variants = DECLARED.find(one => one.test === test)?.variants ?? []
  const converts =
    (what: string): Converts =>
    one => {
      if (what === 'trial') return leadsOf(business, one).some(lead => isTrial(business, lead))
      if (what === 'onboarding') return leadsOf(business, one).some(lead => isCustomer(business, lead))
      if (what === 'qualified_lead') return leadsOf(business, one).some(isQualified)
      return one.conversions.some(({ type }) => type === what)
    }
  compare.rows(
    'A/B guards',
    call,
    row => String(row.what),
    [
      ...GUARDS.filter(what => what !== goal).map(what => ({
        what,
        arms: armsOf(variants, own, converts(what)),
      })),
      // The generated business sends no engagement events.
      ...['stayed', 'fast_pages'].map(what => ({ what, arms: armsOf(variants, [], () => false) })),
    ],
    theirs.guards,
    row => own.filter(converts(row?.what ?? '')),
  )
}
