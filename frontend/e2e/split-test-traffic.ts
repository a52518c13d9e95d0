/** Sessions of a split test as browsers would report them, and what must be counted of them. */
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { openPostgresOf } from '@firsttouch/infra/stores/postgres-from-env'
import { v7 } from 'uuid'

export type Variant = 'control' | 'v2'
export type ConversionType = 'button_click' | 'form_submission'

export type Visitor = {
  session: string
  saw: { variant: Variant; at: Date }[]
  /** `quiet`: only the conversion itself is known, as when an ad blocker stops the event of the test. */
  converted: { type: ConversionType; at: Date; quiet?: boolean }[]
  bot?: boolean
}

let named = 0

/** First sees `variant` at `at`; times of conversions are minutes after that. */
export const visitor = (
  variant: Variant,
  at: Date,
  { converted = [], ...more }: { converted?: [type: ConversionType, minutes: number][]; bot?: boolean } = {},
): Visitor => {
  named += 1
  const times = converted.map(([type, minutes]) => ({ type, at: new Date(at.getTime() + minutes * 60_000) }))
  return {
    session: `utm_${at.getTime()}_v${named.toString(36)}`,
    saw: [{ variant, at }],
    converted: times,
    ...more,
  }
}

/** One every ten seconds from `from`; the first `converters` of them convert two minutes later. */
export const crowd = (variant: Variant, visitors: number, converters: number, from: Date): Visitor[] =>
  Array.from({ length: visitors }, (_, i) =>
    visitor(variant, new Date(from.getTime() + i * 10_000), {
      converted: i < converters ? [[i % 3 === 0 ? 'form_submission' : 'button_click', 2]] : [],
    }),
  )

const HUMAN = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const event = (of: Visitor, at: Date, what: Record<string, unknown>): SentEvent => ({
  id: v7({ msecs: at.getTime() }),
  occurredAt: at.toISOString(),
  sessionId: of.session,
  userAgent: of.bot ? CRAWLER : HUMAN,
  ...what,
})
export type SentEvent = { id: string; occurredAt: string; sessionId: string } & Record<string, unknown>

export const eventsOf = (of: Visitor): SentEvent[] => {
  const variant = of.saw[0]?.variant ?? 'control'
  const test = { type: 'ab_test', testName: 'landingPage' }
  return [
    ...of.saw.map(({ at, ...seen }) => event(of, at, { ...test, ...seen, event: 'variant_assigned' })),
    ...of.converted.flatMap(({ type: conversionType, at, quiet }) => [
      event(of, at, { type: 'conversion', conversionType }),
      ...(quiet ? [] : [event(of, at, { ...test, variant, event: 'conversion', conversionType })]),
    ]),
  ]
}

export type Counts = Pick<AbTestStats, 'testStats' | 'conversionBreakdown'>

/** The glossary's definitions, by hand. `runs`: when each began, and so the one before it ended. */
export const countsOf = (visitors: readonly Visitor[], runs: readonly Date[]): Counts => {
  const humans = visitors.filter(one => !one.bot)
  const told = humans.flatMap(eventsOf).filter(one => one.type === 'ab_test')
  const clean = humans.filter(one => new Set(one.saw.map(seen => seen.variant)).size === 1)
  return {
    testStats: VARIANTS.map(variant => {
      const own = clean.filter(one => one.saw[0]?.variant === variant)
      const converters = own.filter(one => hasConverted(one, runs)).length
      return {
        testName: 'landingPage',
        variant,
        totalEvents: told.filter(one => one.variant === variant).length,
        conversions: told.filter(one => one.variant === variant && one.event === 'conversion').length,
        conversionRate: own.length === 0 ? 0 : (converters / own.length) * 100,
        visitors: own.length,
        converters,
      }
    }),
    conversionBreakdown: VARIANTS.flatMap(variant =>
      TYPES.map(conversionType => ({
        testName: 'landingPage',
        variant,
        conversionType,
        count: told.filter(
          one =>
            one.variant === variant && one.event === 'conversion' && one.conversionType === conversionType,
        ).length,
      })),
    ).filter(part => part.count > 0),
  }
}

const VARIANTS = ['control', 'v2'] as const
const TYPES = ['button_click', 'form_submission'] as const

/** At or after the first exposure and in the same run, however late it was told. */
const hasConverted = ({ saw, converted }: Visitor, runs: readonly Date[]): boolean => {
  const first = Math.min(...saw.map(seen => seen.at.getTime()))
  const end = Math.min(...runs.map(run => run.getTime()).filter(began => began > first))
  return converted.some(({ at }) => at.getTime() >= first && at.getTime() < end)
}

/** The same order each time. */
export const shuffled = <T>(list: readonly T[]): T[] => {
  let seed = 42
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed
  }
  return list
    .map(item => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** A run that someone started in the past. */
export const addPastRun = async (
  stores: Parameters<typeof openPostgresOf>[0],
  startedAt: Date,
  plan: { visitors: number; effect: number },
): Promise<void> => {
  const { sql, close } = await openPostgresOf(stores)
  await sql`
    INSERT INTO experiment_runs (id, test_name, started_at, variants, shares, alpha, power, minimum_effect,
      planned_visitors, primary_conversion_types, created_at)
    VALUES (${v7()}, 'landingPage', ${startedAt}, '{control,v2}', '{50,50}', 0.05, 0.8, ${plan.effect}, ${plan.visitors}, '{}',
      ${startedAt})`
  await close()
}
