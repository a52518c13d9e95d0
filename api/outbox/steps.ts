/** Events of experiment steps, such as start or stop. They do not contain the step's reason or author. */
import type { ExperimentEvent } from '@firsttouch/ingest/events'
import type { ISql } from 'postgres'
import { enqueueEvents } from './enqueue.ts'

type Row = Pick<
  ExperimentEvent,
  'change' | 'experiment' | 'number' | 'step' | 'state' | 'run' | 'winner' | 'goal'
> & {
  version: string
  shares: Record<string, number>
  /** Conversion types of the run's goal. null before the first run. */
  types: string[] | null
  plannedVisitors: number | null
  at: Date
}

/** The event id is computed from the step, which never changes. A second call for a step repeats the same event. */
export const enqueueStep = async (sql: ISql, change: string): Promise<void> => {
  const rows = await sql<Row[]>`
    SELECT taken.id AS change, taken.test_name AS experiment, version AS number, step, state, run_id AS run, taken.shares,
      taken.winner, event_version AS version, at, coalesce(run.goal, 'any') AS goal,
      run.primary_conversion_types AS types, run.planned_visitors AS "plannedVisitors"
    FROM experiment_changes AS taken LEFT JOIN experiment_runs AS run ON run.id = run_id WHERE taken.id = ${change}`
  await enqueueEvents(sql, rows, ({ version, shares, types, plannedVisitors, at, ...row }, idOf) => ({
    key: `experiment_${row.experiment}`,
    events: [
      {
        type: 'experiment_changed',
        id: idOf({ record: change, version, time: at }),
        occurredAt: at.toISOString(),
        sessionId: '',
        ...row,
        version: Number(version),
        variants: Object.keys(shares),
        shares: Object.values(shares),
        goalTypes: types ?? [],
        plannedVisitors: plannedVisitors ?? 0,
      },
    ],
  }))
}
