/** A/B tests: each session's run and variant, and whether it converted. */
import type { Business, Event, Lead, Step } from '../facts.ts'
import { isCountedLead, isQualified } from './leads.ts'
import { isConversion, isHuman } from './traffic.ts'

/** The site's declaration. The control comes first. */
export const DECLARED = [
  { test: 'landingPage', state: 'running', variants: ['control', 'v2'], shares: [50, 50] },
  {
    test: 'trialHeading',
    state: 'planned',
    variants: ['control', 'freeWeek', 'askedWeek'],
    shares: [100, 0, 0],
  },
] as const

/**
 * A test between two steps of staff. `began`: null before the first step. `ended`: null for the present period. `shares`: per cent of
 * visitors. While the test does not run, all visitors see its winner or the control.
 */
export type Period = Pick<Step, 'test' | 'winner' | 'goal'> & {
  state: string
  run: string
  shares: number[]
  variants: string[]
  began: number | null
  ended: number | null
}

export const periodsOf = ({ steps }: Pick<Business, 'steps'>, test: string): Period[] => {
  const declared = DECLARED.find(one => one.test === test)
  if (!declared) return []
  const own = steps.filter(step => step.test === test)
  const [first] = own
  const variants: string[] = [...declared.variants]
  // A declared test may run before its first step. Its first pause or end names that run.
  const firstRun = first && first.step !== 'start' ? first.run : ''
  const before = {
    run: firstRun,
    state: declared.state,
    shares: [...declared.shares],
    winner: '',
    goal: 'any',
  }
  return [
    { ...before, test, variants, began: null, ended: first?.at ?? null },
    ...own.map(({ at, state, run, shares, winner, goal }, index) => ({
      ...{ test, state, run, winner, goal, variants, began: at, ended: own[index + 1]?.at ?? null },
      shares: variants.map(variant =>
        state === 'running' ? (shares[variant] ?? 0) : variant === (winner || variants[0]) ? 100 : 0,
      ),
    })),
  ]
}

const isIn = ({ began, ended }: Period, at: number): boolean =>
  at >= (began ?? Number.NEGATIVE_INFINITY) && at < (ended ?? Number.POSITIVE_INFINITY)

export type Participant = {
  test: string
  /** The first variant of the session. `at`: when it was assigned. */
  variant: string
  session: string
  at: number
  /** The session was assigned several variants. No result counts such a session. */
  sawBoth: boolean
  /** The period of the first exposure. `inRun`: the test was running. Results count only such participants. */
  period: Period
  inRun: boolean
  /** Conversions on the site or in this test, from the assignment on, while the run was running. */
  conversions: Event[]
}

export const participantsOf = (business: Pick<Business, 'events' | 'steps'>): Participant[] => {
  const converted = Map.groupBy(
    business.events.filter(
      event => isConversion(event) || (event.kind === 'test_conversion' && isHuman(event)),
    ),
    ({ session }) => session,
  )
  const exposures = business.events.filter(event => event.kind === 'exposure' && isHuman(event))
  const periods = new Map(DECLARED.map(({ test }) => [test as string, periodsOf(business, test)]))
  return [...Map.groupBy(exposures, ({ test, session }) => `${test} ${session}`).values()].flatMap(own => {
    const [first] = own.toSorted((a, b) => a.at - b.at)
    const all = periods.get(first?.test ?? '') ?? []
    const period = first && all.find(one => isIn(one, first.at))
    if (!first || !period) return []
    const { test, variant, session, at } = first
    const running = all.filter(({ run, state }) => run === period.run && state === 'running')
    const conversions = (converted.get(session) ?? []).filter(
      event =>
        event.at >= at &&
        (event.kind === 'conversion' || event.test === test) &&
        running.some(one => isIn(one, event.at)),
    )
    const sawBoth = new Set(own.map(one => one.variant)).size > 1
    return [{ test, variant, session, at, sawBoth, period, inRun: period.state === 'running', conversions }]
  })
}

/** A lead counts if its form was sent during the run, even if staff qualified the lead later. */
export const reachedGoal = (
  business: Pick<Business, 'leads' | 'steps'>,
  one: Participant,
  goal: string,
): boolean =>
  goal === 'qualified_lead'
    ? leadsOf(business, one).some(isQualified)
    : one.conversions.some(({ type }) => goal === 'any' || type === goal)

/** The session's leads whose form was sent during the run, after the assignment. */
export const leadsOf = (business: Pick<Business, 'leads' | 'steps'>, one: Participant): Lead[] => {
  const running = periodsOf(business, one.test).filter(
    ({ run, state }) => run === one.period.run && state === 'running',
  )
  return business.leads.filter(
    lead =>
      lead.session === one.session &&
      lead.at >= one.at &&
      isCountedLead(lead) &&
      running.some(period => isIn(period, lead.at)),
  )
}
