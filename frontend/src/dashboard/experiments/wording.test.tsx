/** Snapshots of the card's text in each state, from counts through the real verdict (C-14). */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type {
  AbTestStats,
  ExperimentHistory,
  Run,
  Verdict,
} from '@firsttouch/api/contract/experiments/results'
import {
  DEFAULT_PLAN,
  type Outcome,
  type RunPlan,
  targetOf,
} from '@firsttouch/api/experiments/statistics/run'
import { verdict } from '@firsttouch/api/experiments/statistics/verdict'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { keyOf } from '../data/reads.ts'
import { SESSION } from '../testing/answers/settings.ts'
import { ExperimentResult } from './experiment-result.tsx'

// Days are shown in the report time zone, not in the reader's.
vi.hoisted(() => {
  process.env.TZ = 'Pacific/Auckland'
})

const DAY = 86_400_000
const NOW = new Date('2026-03-29T12:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

type Seen = {
  control: [visitors: number, converters: number]
  v2: [visitors: number, converters: number]
  v3?: [visitors: number, converters: number]
  days: number
  plan?: Partial<RunPlan>
  decided?: Outcome
  sawBoth?: number
  /** Number of conversions of each variant whose A/B event did not arrive. */
  quiet?: number
}

const LABELS = { control: 'Original Landing Page', v2: 'Optimized Landing Page V2', v3: 'v3' } as const

const armsOf = ({ control, v2, v3 }: Seen) =>
  Object.entries({ control, v2, ...(v3 && { v3 }) }).map(([variant, [visitors, converters]]) => ({
    ...{ variant, visitors, converters },
    label: LABELS[variant as keyof typeof LABELS],
  }))
const visitorsOf = (seen: Seen) => armsOf(seen).reduce((sum, { visitors }) => sum + visitors, 0)
const planOf = (seen: Seen): RunPlan => ({
  ...DEFAULT_PLAN,
  split: armsOf(seen).map(() => 50),
  ...seen.plan,
})

const verdictOf = (seen: Seen) => {
  const { days, decided, sawBoth = 0 } = seen
  const total = visitorsOf(seen)
  return verdict({
    testName: 'landingPage',
    now: NOW,
    startedAt: total === 0 ? null : ago(days),
    underWaySince: total === 0 ? null : ago(days),
    arms: armsOf(seen),
    sawBoth,
    plan: planOf(seen),
    target: targetOf(planOf(seen)),
    dailyVisitors: total / Math.max(1, days),
    decision: decided ? { ...decisionOf(seen, decided), at: ago(1) } : null,
  })
}

const WINNERS = { control: 'control', treatment: 'v2', no_difference: null } as const
const decisionOf = (seen: Seen, outcome: Outcome) => ({
  ...{ outcome, winner: WINNERS[outcome] },
  arms: armsOf(seen).map(({ label, ...arm }) => arm),
})

const runsOf = (seen: Seen): Run[] => {
  const run: Run = {
    ...planOf(seen),
    ...{ id: 'r1', testName: 'landingPage', goal: 'any', baselineRate: null, endedAt: null },
    variants: armsOf(seen).map(({ variant }) => variant),
    split: [...planOf(seen).split],
    targetVisitors: planOf(seen).plannedVisitors,
    startedAt: ago(seen.days).toISOString(),
    primaryConversionTypes: [],
    ...{ size: '5,000 visitors', result: 'No result yet.' },
    decision: seen.decided ? { ...decisionOf(seen, seen.decided), at: ago(1).toISOString() } : null,
  }
  return [run, { ...run, id: 'r0', startedAt: null, endedAt: run.startedAt, decision: null }]
}
const statsOf = (seen: Seen, said: Verdict): AbTestStats => ({
  asOf: NOW.toISOString(),
  range: { from: null, to: null, timeZone: 'Europe/London' },
  testStats: armsOf(seen).map(({ variant, visitors, converters }) => ({
    ...{ testName: 'landingPage', variant, visitors, converters },
    totalEvents: visitors + converters,
    conversions: converters - (seen.quiet ?? 0),
    conversionRate: visitors === 0 ? 0 : (converters / visitors) * 100,
  })),
  conversionBreakdown: [
    { testName: 'landingPage', variant: 'v2', conversionType: 'form_submission', count: seen.v2[1] },
  ],
  verdicts: [said],
})

const historyOf = ({ arms }: Verdict, days: number): ExperimentHistory => {
  const point = {
    arms: arms.map(({ comparison, ...arm }) => ({
      ...arm,
      difference: comparison?.difference ?? null,
      interval: comparison?.interval ?? null,
    })),
  }
  return {
    testName: 'landingPage',
    points: [ago(days / 2), NOW].map(at => ({ at: at.toISOString(), ...point })),
  }
}

/** Returns the card's text with one line per element. Names of figures and controls are in square brackets. */
const card = (seen: Seen): string => {
  const said = verdictOf(seen)
  const experiment: Experiment = {
    ...{ name: 'landingPage', title: 'Landing page', path: '/', state: 'running', winner: null },
    ...{ version: 0, since: null, run: null, verdict: said, steps: ['start', 'pause', 'end'] },
    ...{ due: null, shown: 'New visitors are split.' },
    variants: armsOf(seen).map(({ variant, label }) => ({
      name: variant,
      label,
      share: 50,
      path: null,
      unknown: '',
    })),
  }
  const client = new QueryClient()
  client.setQueryData(keyOf('session'), SESSION)
  client.setQueryData(keyOf('history', { id: 'landingPage' }), historyOf(said, seen.days))
  client.setQueryData(keyOf('runs', { id: 'landingPage' }), runsOf(seen))
  client.setQueryData(keyOf('experimentChanges', { id: 'landingPage' }), { name: 'landingPage', changes: [] })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ExperimentResult experiment={experiment} stats={statsOf(seen, said)} />
    </QueryClientProvider>,
  )
  return html
    .replaceAll(/<[^>]*aria-label="([^"]*)"[^>]*>/g, '\n[$1]\n')
    .replaceAll(/<\/?(span|strong)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&#x27;', "'")
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n')
}

const STATES: Record<string, Seen> = {
  'no data': { control: [0, 0], v2: [0, 0], days: 0 },
  collecting: { control: [83, 6], v2: [79, 9], days: 3 },
  'split broken': { control: [1240, 124], v2: [960, 118], days: 16, sawBoth: 4 },
  undecided: { control: [1000, 100], v2: [1000, 120], days: 16, sawBoth: 7 },
  treatment: { control: [1210, 121], v2: [1190, 214], days: 19, decided: 'treatment' },
  control: { control: [2210, 221], v2: [2190, 124], days: 24, decided: 'control' },
  'no difference': {
    control: [25_120, 1252],
    v2: [25_100, 1262],
    days: 28,
    decided: 'no_difference',
    plan: { plannedVisitors: 31_232 },
  },
  'undecided of three': { control: [1000, 100], v2: [1000, 120], v3: [990, 95], days: 16 },
  'treatment of three': {
    ...{ control: [1210, 121], v2: [1190, 254], v3: [1200, 130] },
    ...{ days: 19, decided: 'treatment' },
  },
}
const WON = /winner|winning|\bwon\b|\bwins\b|\bbeats?\b/i

describe('the words of the card', () => {
  it.each(Object.entries(STATES))('%s', (_, seen) => {
    expect(card(seen)).toMatchSnapshot()
  })

  it('the card names a winner only if there is one', () => {
    for (const [state, seen] of Object.entries(STATES))
      expect([state, WON.test(card(seen))]).toEqual([
        state,
        seen.decided === 'treatment' || seen.decided === 'control',
      ])
  })

  it('the card names no winner before two whole weeks', () => {
    for (const days of [1, 6, 13]) {
      const words = card({ control: [600, 50], v2: [600, 190], days })
      expect(words).toContain('too early to act')
      expect(words).toContain(`Verdict in about ${14 - days} day`)
      expect(words).not.toMatch(WON)
    }
  })

  it('the card hides every result of a broken split, even a decided one', () => {
    const words = card({ control: [1240, 124], v2: [960, 318], days: 20, decided: 'treatment' })
    expect(words).toContain('What to check')
    expect(words).toContain('In doubt')
    for (const hidden of ['The difference over time', 'more or fewer convert', 'Watching is safe', 'Decided'])
      expect(words).not.toContain(hidden)
    expect(words).not.toMatch(WON)
  })

  it('the card shows a decided verdict even if the figures have changed since', () => {
    const words = card({ control: [1000, 100], v2: [1000, 120], days: 20, decided: 'treatment' })
    expect(words).toContain('The verdict of 28 Mar 2026 remains valid, even if the band has moved since.')
    expect(words).not.toContain('may be no difference')
  })

  it('the card names excluded visitors and checks the split', () => {
    const words = card({ control: [1000, 100], v2: [1000, 120], days: 16, sawBoth: 21 })
    expect(words).toContain('21 visitors saw several variants and are left out.')
    expect(words).toContain('The traffic split is as planned.')
    expect(card({ control: [1240, 124], v2: [960, 118], days: 16 })).toContain(
      'The traffic split is not as planned.',
    )
  })

  it('the card explains missing conversion events only if there are any', () => {
    const seen = { control: [1000, 100], v2: [1000, 120], days: 16 } as const satisfies Partial<Seen>
    const said = (quiet: number) =>
      card({ control: [...seen.control], v2: [...seen.v2], days: seen.days, quiet })
    expect(said(1)).toContain('did not report the conversion')
    expect(said(0)).not.toContain('did not report the conversion')
  })

  it('no heading of the card ends in a colon', () => {
    for (const seen of Object.values(STATES)) {
      const lines = card(seen).split('\n')
      expect(lines[lines.findIndex(line => line.startsWith('What to do:')) + 1]).toMatch(/\.( |$)/)
    }
  })

  it('the card asks for a decision when the planned visitors have come without a result', () => {
    const words = card({ control: [2600, 260], v2: [2600, 270], days: 28 })
    expect(words).toContain('What to do: End the test, or give it longer')
    expect(words).toContain('Planned end reached')
    expect(words).not.toMatch(WON)
  })
})
