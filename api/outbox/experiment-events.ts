/** Makes events of the steps that staff took with experiments, and puts them into the outbox: without the reason, and without who took them. */
import { createHash } from 'node:crypto'
import type { ExperimentEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import { entryOf } from './record-events.ts'

const STEPS_AT_ONCE = 100

type Row = Pick<ExperimentEvent, 'experiment' | 'number' | 'step' | 'state' | 'run' | 'winner' | 'goal'> & {
  change: string
  version: string
  shares: Record<string, number>
  /** The run's, the control first; null before the first. */
  types: string[] | null
  plannedVisitors: number | null
  at: Date
}

/** Gives how many steps it has taken; any number of processes may run it. */
export const enqueueExperimentEvents = async (
  sql: Sql,
  now: Date,
  canBeRead: () => Promise<boolean>,
): Promise<number> => {
  const [waiting] = await sql`SELECT 1 FROM experiment_changes WHERE NOT told LIMIT 1`
  if (!waiting || !(await canBeRead())) return 0
  return sql.begin(async tx => {
    const rows = await tx<Row[]>`
      WITH taken AS (
        SELECT id FROM experiment_changes WHERE NOT told
        ORDER BY test_name, version LIMIT ${STEPS_AT_ONCE} FOR UPDATE SKIP LOCKED
      ), told AS (
        UPDATE experiment_changes SET told = true WHERE id IN (SELECT id FROM taken) RETURNING *
      )
      SELECT told.id AS change, told.test_name AS experiment, version AS number, step, state, run_id AS run, told.shares,
        told.winner, event_version AS version, at, coalesce(run.goal, 'any') AS goal,
        run.primary_conversion_types AS types, run.planned_visitors AS "plannedVisitors"
      FROM told LEFT JOIN experiment_runs AS run ON run.id = run_id ORDER BY told.test_name, event_version`
    const entries = rows.map(row => ({
      key: `experiment_${row.experiment}`,
      value: entryOf([eventOf(row)], now),
    }))
    if (entries.length > 0)
      await tx`INSERT INTO outbox ${tx(entries.map(entry => ({ ...entry, created_at: now })))}`
    return rows.length
  })
}

/** The id is a function of the step; its time is the step's. */
const eventOf = ({ change, version, shares, types, plannedVisitors, at, ...row }: Row): ExperimentEvent => ({
  type: 'experiment_changed',
  id: v7({
    msecs: at.getTime(),
    random: createHash('sha256').update(`${change} ${version}`).digest().subarray(0, 16),
  }),
  occurredAt: at.toISOString(),
  sessionId: '',
  ...row,
  change,
  version: Number(version),
  variants: Object.keys(shares),
  shares: Object.values(shares),
  goalTypes: types ?? [],
  plannedVisitors: plannedVisitors ?? 0,
})
