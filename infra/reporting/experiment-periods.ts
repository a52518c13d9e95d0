/** What the views of experiments are made of: declarations and steps, as SQL. */
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { literal } from '../stores/literal.ts'

const listOf = (values: (string | number)[]): string =>
  `[${values.map(value => (typeof value === 'string' ? literal(value) : value)).join(', ')}]`

/** One row for each declared experiment: how it stands before the first step. */
export const DECLARED = EXPERIMENTS.map(({ name, title, path, initially, variants }) => {
  const sum = variants.reduce((sum, { weight }) => sum + weight, 0)
  const shares = variants.map(({ weight }, at) =>
    initially === 'running' ? (100 * weight) / sum : at === 0 ? 100 : 0,
  )
  return `SELECT ${literal(name)} AS test, ${literal(title)} AS title, ${literal(path)} AS page, ${literal(initially)} AS state,
    ${listOf(variants.map(({ name }) => name))} AS variants, CAST(${listOf(shares)}, 'Array(Float64)') AS shares`
}).join('\n  UNION ALL ')

export const NEVER = `toDateTime64(0, 3, 'UTC')`

/** Each experiment from its first visitor on, in pieces between steps. `came` is 1970 for the first piece, `until` null for the last. */
export const PERIODS = `
  SELECT test, if(number = 0 AND next_step IN ('pause', 'end'), next_run, own_run) AS run, state, variants, shares, winner, goal,
    goal_types, planned_visitors, number, came, until
  FROM (
    SELECT *, leadInFrame(toNullable(came)) OVER steps AS until, leadInFrame(step) OVER steps AS next_step,
      leadInFrame(own_run) OVER steps AS next_run
    FROM (
      SELECT test, '' AS own_run, state, variants, shares, '' AS winner, 'any' AS goal, CAST([], 'Array(String)') AS goal_types,
        toUInt64(0) AS planned_visitors, toUInt32(0) AS number, '' AS step, ${NEVER} AS came, toUInt64(0) AS event_version
      FROM (${DECLARED})
      UNION ALL
      SELECT toString(experiment), run, toString(state), variants, shares, winner, toString(goal), goal_types, planned_visitors,
        number, toString(step), at, event_version
      FROM {db}.experiment_changes FINAL
    )
    WINDOW steps AS (PARTITION BY test ORDER BY event_version ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  )`
