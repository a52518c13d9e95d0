/** SQL for the experiments declared in the code, their periods and participants. The views of experiments use it. */
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { literal } from '../stores/literal.ts'

const listOf = (values: (string | number)[]): string =>
  `[${values.map(value => (typeof value === 'string' ? literal(value) : value)).join(', ')}]`

/** One row per declared experiment with its initial state. */
export const DECLARED = EXPERIMENTS.map(({ name, title, path, initially, variants }) => {
  const sum = variants.reduce((sum, { weight }) => sum + weight, 0)
  const shares = variants.map(({ weight }, at) =>
    initially === 'running' ? (100 * weight) / sum : at === 0 ? 100 : 0,
  )
  return `SELECT ${literal(name)} AS test, ${literal(title)} AS title, ${literal(path)} AS page, ${literal(initially)} AS state,
    ${listOf(variants.map(({ name }) => name))} AS variants, CAST(${listOf(shares)}, 'Array(Float64)') AS shares`
}).join('\n  UNION ALL ')

export const NEVER = `toDateTime64(0, 3, 'UTC')`

/**
 * One row for each period of an experiment between two steps of staff. `came` is the start, and 1970 for the first
 * period. `until` is the end, and null for the last period. If a pause or an end closes the first period, it belongs to
 * the run of that step.
 */
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

const LAST = `toDateTime64('2106-01-01 00:00:00', 3, 'UTC')`

/**
 * Sessions in a test by their first assignment. `in_run`: whether the session was assigned during a run. It is true for tests that never had a run.
 * `done`: conversion types of the session in the run since its assignment, on the site or in this test, plus qualified_lead when staff
 * qualified its form. `types`: the conversion types alone. The ASOF JOIN finds the period of the first assignment.
 */
export const PARTICIPANTS = `
  SELECT seen.test AS test, session, arm, first_at, both, run, state, goal, goal_types, state = 'running' OR ran = 0 AS in_run,
    arraySort(arrayDistinct(arrayMap(one -> one.1, arrayFilter(one -> one.2 >= first_at AND one.3 IN ('', seen.test)
      AND (ran = 0 OR arrayExists(piece -> one.4 >= piece.1 AND one.4 < piece.2, running)), acts)))) AS done,
    arrayFilter(one -> one != 'qualified_lead', done) AS types
  FROM (
    SELECT exposed.test AS test, exposed.session AS session, arm, first_at, both, acts
    FROM (
      SELECT toString(test_name) AS test, session, min(at) AS first_at,
        toString(argMin(variant, (at, variant))) AS arm, uniqExact(variant) > 1 AS both
      FROM {db}.session_events FINAL
      WHERE kind = 'exposure' AND bot = 0
      GROUP BY test, session
    ) AS exposed
    LEFT JOIN (
      SELECT session, groupArray((type, at, of_test, sent_at)) AS acts
      FROM (
        SELECT session, toString(conversion_type) AS type, at, if(kind = 'conversion', '', toString(test_name)) AS of_test, at AS sent_at
        FROM {db}.session_events FINAL
        WHERE kind IN ('conversion', 'test_conversion') AND bot = 0
        UNION ALL
        SELECT session, 'qualified_lead', qualified_at, '', recorded_at FROM {db}.leads FINAL
        WHERE session != '' AND spam = 0 AND deleted = 0 AND status IN ('qualified', 'closed') AND qualified_at > ${NEVER}
      )
      GROUP BY session
    ) AS converted ON exposed.session = converted.session
  ) AS seen
  ASOF LEFT JOIN (
    SELECT *, groupArrayIf((came, ifNull(until, ${LAST})), state = 'running') OVER (PARTITION BY test, run) AS running,
      countIf(state = 'running') OVER (PARTITION BY test) AS ran
    FROM (${PERIODS})
  ) AS period ON seen.test = period.test AND seen.first_at >= period.came`
