/** The runs of experiments: a plan frozen at its start, and the first crossing kept for good. */
import type { Experiment } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import { changesOf } from './life/changes.ts'
import { timesOf } from './life/periods.ts'
import { type NewRun, type Row, type StoredRun, stored } from './run-rows.ts'
import { DEFAULT_PLAN, type Decision, type RunPlan, type Target } from './statistics/run.ts'

/** Newest first; the run that nobody planned comes last. */
export const runsOf = async (sql: ISql, testName: string): Promise<StoredRun[]> => {
  const [rows, changes] = await Promise.all([
    sql<Row[]>`
      SELECT * FROM experiment_runs WHERE test_name = ${testName} ORDER BY started_at DESC NULLS LAST`,
    changesOf(sql, testName),
  ])
  return rows.map((row, at) => {
    const run = stored(row)
    return { ...run, ...timesOf(run, changes, rows[at - 1]?.started_at ?? null) }
  })
}

/** The plan of a run that is taken up again; one that nobody planned goes on with the size that people were told. */
export const plannedAgain = ({ plan, target }: StoredRun): RunPlan =>
  target ? { ...plan, plannedVisitors: target.visitors, minimumEffect: target.effect } : plan

export const hasRun = async (sql: ISql, testName: string): Promise<boolean> =>
  (await sql`SELECT 1 FROM experiment_runs WHERE test_name = ${testName} LIMIT 1`).length > 0

/** An experiment that waits for its start has no run. */
export const isUnderWay = async (sql: ISql, { name, initially }: Experiment): Promise<boolean> =>
  initially === 'running' || hasRun(sql, name)

type Declared = { testName: string; variants: string[]; split: readonly number[]; now: Date }

/** An experiment without runs gets its first here, with the default plan. */
export const presentRun = async (sql: ISql, declared: Declared): Promise<StoredRun> => {
  const { testName, variants, split, now } = declared
  const [newest] = await runsOf(sql, testName)
  if (newest) return newest
  const plan = { ...DEFAULT_PLAN, split }
  const nothing = { startedAt: null, baselineRate: null, goal: 'any', primaryConversionTypes: [] } as const
  await insert(sql, { testName, variants, plan, ...nothing, primaryConversionTypes: [] }, now)
  return presentRun(sql, declared)
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
  const [control = 0, treatment = 0] = split
  await sql`
    INSERT INTO experiment_runs (id, test_name, started_at, variants, shares, split_control, split_treatment, alpha, power,
      minimum_effect, baseline_rate, planned_visitors, goal, primary_conversion_types, created_at)
    VALUES (${v7()}, ${run.testName}, ${run.startedAt}, ${run.variants}, ${[...split]}, ${control}, ${treatment}, ${alpha},
      ${power}, ${minimumEffect}, ${run.baselineRate}, ${plannedVisitors}, ${run.goal}, ${run.primaryConversionTypes}, ${now})
    ON CONFLICT ON CONSTRAINT experiment_runs_one_start DO NOTHING`
}

/** False when another reader was first. `leading`: the place of the treatment that led. */
export const latch = async (sql: ISql, id: string, decision: Decision, leading: number): Promise<boolean> => {
  const { outcome, winner, at, arms } = decision
  const [control, treatment] = [arms[0], arms[leading]]
  const latched = await sql`
    UPDATE experiment_runs SET decided_at = ${at}, outcome = ${outcome}, winner = ${winner},
      decided_arms = ${sql.json(arms)},
      control_visitors = ${control?.visitors ?? 0}, control_converters = ${control?.converters ?? 0},
      treatment_visitors = ${treatment?.visitors ?? 0}, treatment_converters = ${treatment?.converters ?? 0}
    WHERE id = ${id} AND decided_at IS NULL RETURNING 1`
  return latched.length > 0
}

/** The first that was kept, of however many readers. */
export const keepTarget = async (sql: ISql, id: string, { visitors, effect }: Target): Promise<Target> => {
  const [kept] = await sql<Target[]>`
    UPDATE experiment_runs SET target_visitors = coalesce(target_visitors, ${visitors}),
      target_effect = coalesce(target_effect, ${effect})
    WHERE id = ${id} RETURNING target_visitors AS visitors, target_effect AS effect`
  return kept ?? { visitors, effect }
}
