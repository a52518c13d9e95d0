/** Runs as the table has them, as the code does, and as the API answers them. */
import type { Goal } from '../contract/experiments/goal.ts'
import type { Run } from '../contract/experiments/results.ts'
import type { Period } from './life/periods.ts'
import { type Decision, type Outcome, type RunPlan, type Target, targetOf } from './statistics/run.ts'

export type StoredRun = {
  id: string
  testName: string
  /** Null for the run that a test has before anyone plans one: it counts from the first visitor. */
  startedAt: Date | null
  /** When it was running; and when it ended for good, null while it runs or is paused. */
  periods: Period[]
  endedAt: Date | null
  /** The control first; as many as the plan has shares. */
  variants: string[]
  plan: RunPlan
  /** The one size that people are told; null while that of a run that nobody planned is not known. */
  target: Target | null
  baselineRate: number | null
  goal: Goal
  /** Of the goal `any`; empty for all. */
  primaryConversionTypes: string[]
  decision: Decision | null
}

export type NewRun = Pick<
  StoredRun,
  'testName' | 'startedAt' | 'variants' | 'plan' | 'baselineRate' | 'goal' | 'primaryConversionTypes'
>

export type Row = {
  id: string
  test_name: string
  started_at: Date | null
  variants: string[]
  shares: number[]
  alpha: number
  power: number
  minimum_effect: number
  baseline_rate: number | null
  planned_visitors: number
  target_visitors: number | null
  target_effect: number | null
  goal: Goal
  primary_conversion_types: string[]
  decided_at: Date | null
  outcome: Outcome | null
  winner: string | null
  decided_arms: Decision['arms'] | null
}

export const stored = (row: Row): Omit<StoredRun, 'periods' | 'endedAt'> => {
  const plan: RunPlan = {
    split: row.shares,
    alpha: row.alpha,
    power: row.power,
    minimumEffect: row.minimum_effect,
    plannedVisitors: row.planned_visitors,
  }
  const ownTarget =
    row.target_visitors && row.target_effect
      ? { visitors: row.target_visitors, effect: row.target_effect }
      : null
  return {
    id: row.id,
    testName: row.test_name,
    startedAt: row.started_at,
    variants: row.variants,
    plan,
    target: row.started_at ? targetOf(plan) : ownTarget,
    baselineRate: row.baseline_rate,
    goal: row.goal,
    primaryConversionTypes: row.primary_conversion_types,
    decision: decisionOf(row),
  }
}

const decisionOf = ({ decided_at: at, outcome, winner, decided_arms: arms }: Row): Decision | null =>
  at && outcome && arms ? { outcome, winner, at, arms } : null

export const answered = ({
  plan,
  target,
  periods: _,
  decision,
  startedAt,
  endedAt,
  ...run
}: StoredRun): Run => ({
  ...run,
  ...plan,
  split: [...plan.split],
  minimumEffect: target?.effect ?? plan.minimumEffect,
  targetVisitors: target?.visitors ?? null,
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  decision: decision && { ...decision, ...pairOf(decision), at: decision.at.toISOString() },
})

/** The control, and the winner or the treatment with the highest rate. */
const pairOf = ({ arms, winner }: Decision): Record<'control' | 'treatment', Counts> => {
  const [control = NOBODY, ...treatments] = arms
  const best = treatments.toSorted((a, b) => b.converters / b.visitors - a.converters / a.visitors)
  const treatment = treatments.find(({ variant }) => variant === winner) ?? best[0] ?? NOBODY
  return { control: counts(control), treatment: counts(treatment) }
}

type Counts = { visitors: number; converters: number }
const NOBODY: Counts = { visitors: 0, converters: 0 }
const counts = ({ visitors, converters }: Counts): Counts => ({ visitors, converters })
