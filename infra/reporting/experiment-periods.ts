/** SQL for the experiments declared in the code, their periods and participants. */
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
 * One row for each period of an experiment. A period is the time between two steps of staff, such as start and pause.
 * `came` is its start, 1970 for the first period. `until` is its end, null for the last. If the step `pause` or `end`
 * ends the first period, the period belongs to that step's run.
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
 * One row for each session in a test, with the session's first assignment. `in_run` is true if the assignment happened
 * during a run, or if the test never had a run. `done` lists the types of the conversions, on the site or in this test,
 * that followed the assignment and happened during the run. It includes qualified_lead if staff qualified the session's
 * lead. `types` is `done` without qualified_lead.
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
