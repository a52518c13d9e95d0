/** Runs as the table has them, as the code does, and as the API answers them. */
import { findExperiment } from '@firsttouch/ingest/experiments'
import type { Goal } from '../contract/experiments/goal.ts'
import type { Run } from '../contract/experiments/results.ts'
import type { StoredRun } from './runs.ts'
import { type Decision, type Outcome, type RunPlan, targetOf } from './statistics/run.ts'

export type Row = {
  id: string
  test_name: string
  started_at: Date | null
  variants: string[] | null
  shares: number[] | null
  split_control: number
  split_treatment: number
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
  control_visitors: number
  control_converters: number
  treatment_visitors: number
  treatment_converters: number
}

export const stored = (row: Row): Omit<StoredRun, 'periods' | 'endedAt'> => {
  const variants = row.variants ?? declaredPair(row.test_name)
  const plan: RunPlan = {
    split: row.shares ?? [row.split_control, row.split_treatment],
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
    variants,
    plan,
    target: row.started_at ? targetOf(plan) : ownTarget,
    baselineRate: row.baseline_rate,
    goal: row.goal,
    primaryConversionTypes: row.primary_conversion_types,
    decision: decisionOf(row, variants),
  }
}

/** Of a row from when runs had two variants and did not name them. */
const declaredPair = (testName: string): string[] =>
  findExperiment(testName)
    ?.variants.slice(0, 2)
    .map(({ name }) => name) ?? ['control', 'treatment']

const decisionOf = (row: Row, variants: string[]): Decision | null => {
  const { decided_at: at, outcome, decided_arms: arms } = row
  if (!at || !outcome) return null
  if (arms) return { outcome, winner: row.winner, at, arms }
  const [control = '', treatment = ''] = variants
  const winner = { control, treatment, no_difference: null }[outcome]
  return {
    outcome,
    winner,
    at,
    arms: [
      { variant: control, visitors: row.control_visitors, converters: row.control_converters },
      { variant: treatment, visitors: row.treatment_visitors, converters: row.treatment_converters },
    ],
  }
}

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
