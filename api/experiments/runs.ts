/** The runs of experiments: a plan frozen at its start, and the first crossing kept for good. */
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import type { Run } from '../contract/experiments/results.ts'
import { DEFAULT_PLAN, type Decision, type Outcome, type RunPlan } from './statistics/run.ts'

export type StoredRun = {
  id: string
  testName: string
  /** Null for the run that a test has before anyone plans one: it counts from the first visitor. */
  startedAt: Date | null
  endedAt: Date | null
  plan: RunPlan
  baselineRate: number | null
  primaryConversionTypes: string[]
  decision: Decision | null
}

type NewRun = Pick<StoredRun, 'testName' | 'startedAt' | 'plan' | 'baselineRate' | 'primaryConversionTypes'>

/** Newest first; the run that nobody planned comes last. */
export const runsOf = async (sql: ISql, testName: string): Promise<StoredRun[]> => {
  const rows = await sql<Row[]>`
    SELECT *, lag(started_at) OVER (ORDER BY started_at DESC NULLS LAST) AS ended_at
    FROM experiment_runs WHERE test_name = ${testName}
    ORDER BY started_at DESC NULLS LAST`
  return rows.map(stored)
}

/** An experiment without runs gets its first here, with the default plan. */
export const presentRun = async (
  sql: ISql,
  { testName, split, now }: { testName: string; split: [number, number]; now: Date },
): Promise<StoredRun> => {
  const [newest] = await runsOf(sql, testName)
  if (newest) return newest
  const plan = { ...DEFAULT_PLAN, split }
  await insert(sql, { testName, startedAt: null, plan, baselineRate: null, primaryConversionTypes: [] }, now)
  return presentRun(sql, { testName, split, now })
}

export const startRun = async (sql: ISql, run: NewRun & { startedAt: Date }): Promise<StoredRun> => {
  await insert(sql, run, run.startedAt)
  const started = (await runsOf(sql, run.testName)).find(
    ({ startedAt }) => startedAt?.getTime() === run.startedAt.getTime(),
  )
  if (!started) throw new Error(`The new run of ${run.testName} vanished`)
  return started
}

/** Two starts at the same moment are one. */
const insert = async (sql: ISql, run: NewRun, now: Date): Promise<void> => {
  const { split, alpha, power, minimumEffect, plannedVisitors } = run.plan
  await sql`
    INSERT INTO experiment_runs (id, test_name, started_at, split_control, split_treatment, alpha, power,
      minimum_effect, baseline_rate, planned_visitors, primary_conversion_types, created_at)
    VALUES (${v7()}, ${run.testName}, ${run.startedAt}, ${split[0]}, ${split[1]}, ${alpha}, ${power},
      ${minimumEffect}, ${run.baselineRate}, ${plannedVisitors}, ${run.primaryConversionTypes}, ${now})
    ON CONFLICT ON CONSTRAINT experiment_runs_one_start DO NOTHING`
}

/** False when another reader was first. */
export const latch = async (sql: ISql, id: string, decision: Decision): Promise<boolean> => {
  const { outcome, at, control, treatment } = decision
  const latched = await sql`
    UPDATE experiment_runs SET decided_at = ${at}, outcome = ${outcome},
      control_visitors = ${control.visitors}, control_converters = ${control.converters},
      treatment_visitors = ${treatment.visitors}, treatment_converters = ${treatment.converters}
    WHERE id = ${id} AND decided_at IS NULL RETURNING 1`
  return latched.length > 0
}

type Row = {
  id: string
  test_name: string
  started_at: Date | null
  ended_at: Date | null
  split_control: number
  split_treatment: number
  alpha: number
  power: number
  minimum_effect: number
  baseline_rate: number | null
  planned_visitors: number
  primary_conversion_types: string[]
  decided_at: Date | null
  outcome: Outcome | null
  control_visitors: number
  control_converters: number
  treatment_visitors: number
  treatment_converters: number
}

const stored = (row: Row): StoredRun => ({
  id: row.id,
  testName: row.test_name,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  plan: {
    split: [row.split_control, row.split_treatment],
    alpha: row.alpha,
    power: row.power,
    minimumEffect: row.minimum_effect,
    plannedVisitors: row.planned_visitors,
  },
  baselineRate: row.baseline_rate,
  primaryConversionTypes: row.primary_conversion_types,
  decision:
    row.decided_at && row.outcome
      ? {
          outcome: row.outcome,
          at: row.decided_at,
          control: { visitors: row.control_visitors, converters: row.control_converters },
          treatment: { visitors: row.treatment_visitors, converters: row.treatment_converters },
        }
      : null,
})

/** As the API answers it. */
export const answered = ({ plan, decision, startedAt, endedAt, ...run }: StoredRun): Run => ({
  ...run,
  ...plan,
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  decision: decision && { ...decision, at: decision.at.toISOString() },
})
