/** A run's plan is frozen at its start. Its decision is frozen at the first crossing of a boundary. */
import { type Experiment, findExperiment } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import { labelOf } from '../contract/experiments/declared-shares.ts'
import type { Goal, Run } from '../contract/experiments/results.ts'
import { changesOf } from './life/changes.ts'
import { type Period, timesOf } from './life/periods.ts'
import { DEFAULT_PLAN, type Decision, type RunPlan, type Target } from './statistics/run.ts'
import { many, people, rates } from './statistics/words.ts'

export type StoredRun = {
  id: string
  testName: string
  /** null for the unplanned run that precedes any planned run. It counts from the first visitor. */
  startedAt: Date | null
  periods: Period[]
  /** null while the run is active or paused. */
  endedAt: Date | null
  /** The control comes first. Same length as the plan's split. */
  variants: string[]
  plan: RunPlan
  /** null for an unplanned run until its first week of traffic determines the size. */
  target: Target | null
  baselineRate: number | null
  goal: Goal
  /** Restricts the goal `any` to these types. An empty list means all types. */
  primaryConversionTypes: string[]
  decision: Decision | null
}

export type NewRun = Pick<
  StoredRun,
  'testName' | 'startedAt' | 'variants' | 'plan' | 'baselineRate' | 'goal' | 'primaryConversionTypes'
>

type Row = Omit<StoredRun, 'periods' | 'endedAt' | 'decision'> &
  Pick<Decision, 'winner' | 'arms'> & { outcome: Decision['outcome'] | null; decidedAt: Date | null }

export const runsOf = async (sql: ISql, testName: string): Promise<StoredRun[]> => {
  const [rows, changes] = await Promise.all([
    sql<Row[]>`
      SELECT id, test_name AS "testName", started_at AS "startedAt", variants, baseline_rate AS "baselineRate", goal,
        primary_conversion_types AS "primaryConversionTypes", outcome, winner, decided_at AS "decidedAt", decided_arms AS arms,
        json_build_object('split', shares, 'alpha', alpha, 'power', power, 'minimumEffect', minimum_effect,
          'plannedVisitors', planned_visitors) AS plan,
        CASE WHEN started_at IS NOT NULL THEN json_build_object('visitors', planned_visitors, 'effect', minimum_effect)
          WHEN target_visitors IS NOT NULL THEN json_build_object('visitors', target_visitors, 'effect', target_effect)
        END AS target
      FROM experiment_runs WHERE test_name = ${testName} ORDER BY started_at DESC NULLS LAST`,
    changesOf(sql, testName),
  ])
  return rows.map(({ outcome, winner, decidedAt: at, arms, ...run }, place) => ({
    ...run,
    decision: outcome && at ? { outcome, winner, at, arms } : null,
    ...timesOf(run, changes, rows[place - 1]?.startedAt ?? null),
  }))
}

/** The plan of a reopened run. An unplanned run keeps the size that screens have shown. */
export const plannedAgain = ({ plan, target }: StoredRun): RunPlan =>
  target ? { ...plan, plannedVisitors: target.visitors, minimumEffect: target.effect } : plan

/** The current or last run. If the test has no run yet, creates one with the default plan. */
export const presentRun = async (
  sql: ISql,
  { name, variants }: Pick<Experiment, 'name' | 'variants'>,
  now: Date,
): Promise<StoredRun> => {
  const [newest] = await runsOf(sql, name)
  if (newest) return newest
  const first: NewRun = {
    testName: name,
    startedAt: null,
    variants: variants.map(variant => variant.name),
    plan: { ...DEFAULT_PLAN, split: variants.map(({ weight }) => weight) },
    baselineRate: null,
    goal: 'any',
    primaryConversionTypes: [],
  }
  await insert(sql, first, now)
  return presentRun(sql, { name, variants }, now)
}

export const startRun = async (sql: ISql, run: NewRun & { startedAt: Date }): Promise<StoredRun> => {
  await insert(sql, run, run.startedAt)
  const started = (await runsOf(sql, run.testName)).find(
    ({ startedAt }) => startedAt?.getTime() === run.startedAt.getTime(),
  )
  if (!started) throw new Error(`The new run of ${run.testName} is missing`)
  return started
}

/** Two concurrent starts create only one run. */
const insert = async (sql: ISql, run: NewRun, now: Date): Promise<void> => {
  const { split, alpha, power, minimumEffect, plannedVisitors } = run.plan
  await sql`
    INSERT INTO experiment_runs (id, test_name, started_at, variants, shares, alpha, power, minimum_effect, baseline_rate,
      planned_visitors, goal, primary_conversion_types, created_at)
    VALUES (${v7()}, ${run.testName}, ${run.startedAt}, ${run.variants}, ${[...split]}, ${alpha}, ${power}, ${minimumEffect},
      ${run.baselineRate}, ${plannedVisitors}, ${run.goal}, ${run.primaryConversionTypes}, ${now})
    ON CONFLICT ON CONSTRAINT experiment_runs_one_start DO NOTHING`
}

/** Returns false if another reader stored a decision earlier. */
export const latch = async (sql: ISql, id: string, { outcome, winner, at, arms }: Decision) => {
  const latched = await sql`
    UPDATE experiment_runs SET decided_at = ${at}, outcome = ${outcome}, winner = ${winner}, decided_arms = ${sql.json(arms)}
    WHERE id = ${id} AND decided_at IS NULL RETURNING 1`
  return latched.length > 0
}

/** Of several concurrent readers, the first one stores its target. */
export const keepTarget = async (sql: ISql, id: string, { visitors, effect }: Target): Promise<Target> => {
  const [kept] = await sql<Target[]>`
    UPDATE experiment_runs SET target_visitors = coalesce(target_visitors, ${visitors}),
      target_effect = coalesce(target_effect, ${effect})
    WHERE id = ${id} RETURNING target_visitors AS visitors, target_effect AS effect`
  return kept ?? { visitors, effect }
}

export const answered = ({ plan, target, periods: _, decision, ...run }: StoredRun): Run => ({
  ...run,
  ...plan,
  split: [...plan.split],
  minimumEffect: target?.effect ?? plan.minimumEffect,
  targetVisitors: target?.visitors ?? null,
  startedAt: run.startedAt?.toISOString() ?? null,
  endedAt: run.endedAt?.toISOString() ?? null,
  decision: decision && { ...decision, at: decision.at.toISOString() },
  size: target
    ? `${many(target.visitors, 'visitor')}, to find ${people(target.effect, 'more')}`
    : 'Without a planned size',
  result: decision
    ? found(run.testName, decision)
    : run.endedAt
      ? 'Ended without a result.'
      : 'No result yet.',
})

const found = (testName: string, { winner, arms }: Decision): string => {
  const label = (variant: string) => labelOf(findExperiment(testName) ?? { variants: [] }, variant)
  const converted = rates(arms.map(arm => ({ ...arm, label: label(arm.variant) })))
  return `${winner === null ? 'No difference worth having' : `${label(winner)} is better`}: ${converted}.`
}
