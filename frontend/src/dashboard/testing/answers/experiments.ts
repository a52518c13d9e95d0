/** One running experiment with a real verdict, and one planned. */
import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { Experiment, ExperimentChanges } from '@firsttouch/api/contract/experiments/life'
import type { AbTestStats, PlanAnswer, Run, Verdict } from '@firsttouch/api/contract/experiments/results'
import { DEFAULT_PLAN, targetOf } from '@firsttouch/api/experiments/statistics/run'
import { verdict } from '@firsttouch/api/experiments/statistics/verdict'
import { LANDING_PAGE, TRIAL_HEADING } from '@firsttouch/ingest/experiments'

const NOW = new Date('2026-03-29T12:00:00Z')
const BEGAN = new Date('2026-03-09T12:00:00Z')
const plan = { ...DEFAULT_PLAN, split: [50, 50] }

export const VERDICT: Verdict = verdict({
  ...{ testName: LANDING_PAGE.name, now: NOW, startedAt: BEGAN, underWaySince: BEGAN, sawBoth: 6 },
  arms: [
    { variant: 'control', label: 'Original Landing Page', visitors: 1010, converters: 101 },
    { variant: 'v2', label: 'Optimized Landing Page V2', visitors: 990, converters: 120 },
  ],
  ...{ plan, target: targetOf(plan), dailyVisitors: 100, decision: null },
})

export const RUN: Run = {
  ...{ id: '00000000-0000-4000-8000-000000000041', testName: LANDING_PAGE.name },
  ...{ startedAt: BEGAN.toISOString(), endedAt: null },
  ...{ variants: ['control', 'v2'], split: [50, 50], alpha: 0.05, power: 0.8, minimumEffect: 0.02 },
  ...{ baselineRate: 0.1, plannedVisitors: 5000, targetVisitors: 5000, goal: 'any' },
  ...{ primaryConversionTypes: [], decision: null },
  ...{ size: '5,000 visitors, to find 20 more in every 1,000 visitors', result: 'No result yet.' },
}

export const RUNNING: Experiment = {
  ...{ name: LANDING_PAGE.name, title: LANDING_PAGE.title, path: '/', state: 'running', winner: null },
  ...{ version: 3, since: BEGAN.toISOString(), run: RUN, verdict: VERDICT, steps: ['start', 'pause', 'end'] },
  ...{ due: null, shown: 'New visitors to the front page are split.' },
  variants: LANDING_PAGE.variants.map(({ name, label, path }) => ({
    ...{ name, label, share: 50, path },
    unknown: 'The verdict does not recommend this step.',
  })),
}

export const PLANNED: Experiment = {
  ...{ name: TRIAL_HEADING.name, title: TRIAL_HEADING.title, path: '/trial-signup', state: 'planned' },
  ...{ winner: null, version: 0, since: null, run: null, verdict: null, steps: ['start', 'archive'] },
  ...{ due: 'start', shown: 'Not started: everyone sees Original Heading, and no visitor is counted.' },
  variants: TRIAL_HEADING.variants.map(({ name, label }, at) => ({
    ...{ name, label, share: at === 0 ? 100 : 0, path: null, unknown: '' },
  })),
}

/** Conversions exceed converters, because some visitors converted twice. `totalEvents` also counts exposures. */
export const STATS: AbTestStats = {
  ...{ asOf: NOW.toISOString(), range: { from: null, to: null, timeZone: 'Europe/London' } },
  testStats: VERDICT.arms.map(({ variant, visitors, converters }, at) => ({
    ...{ testName: LANDING_PAGE.name, variant, visitors, converters },
    ...{ totalEvents: 1200 + at, conversions: 140 + at, conversionRate: (converters / visitors) * 100 },
  })),
  conversionBreakdown: [
    { testName: LANDING_PAGE.name, variant: 'control', conversionType: 'form_submission', count: 88 },
    { testName: LANDING_PAGE.name, variant: 'v2', conversionType: 'button_click', count: 77 },
  ],
  verdicts: [VERDICT],
}

export const DETAILS: ExperimentDetails = {
  ...{ testName: LANDING_PAGE.name, warning: 'Onboarding forms fell.' },
  guards: [
    {
      what: 'onboarding',
      arms: [
        { variant: 'control', visitors: 1010, converters: 30, difference: null, interval: null, fell: false },
        {
          variant: 'v2',
          visitors: 990,
          converters: 9,
          difference: -0.02,
          interval: [-0.03, -0.01],
          fell: true,
        },
      ],
    },
    {
      what: 'whatsapp_click',
      arms: [
        { variant: 'control', visitors: 1010, converters: 12, difference: null, interval: null, fell: false },
        { variant: 'v2', visitors: 990, converters: 13, difference: 0, interval: null, fell: false },
      ],
    },
  ],
}

export const CHANGES: ExperimentChanges = {
  name: LANDING_PAGE.name,
  changes: [
    {
      ...{ version: 3, step: 'start', state: 'running', shares: { control: 60, v2: 40 }, winner: null },
      words: 'Started a run: Original Landing Page 60% and Optimized Landing Page V2 40%.',
      ...{ reason: 'A fresh start', unknown: 'Nobody knew.', at: BEGAN.toISOString(), by: 'ben' },
    },
  ],
}

export const PLAN: PlanAnswer = {
  ...{ baselineRate: 0.1, minimumEffect: 0.02, power: 0.8, alpha: 0.05 },
  ...{ dailyVisitors: 100.4, plannedVisitors: 8130, days: 82, time: 'about 12 weeks' },
}
