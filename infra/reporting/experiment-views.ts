import { DECLARED, NEVER, PARTICIPANTS, PERIODS } from './experiment-periods.ts'
import { EXPERIMENT_VISITORS } from './session-views.ts'
import { col, DAY, type View } from './view.ts'

const TEST = { test: col.text('Name of the A/B test') }
const RUN = {
  run: col.text(
    'Number of the run. Empty before the first run, and for an early run that was stored without a number',
  ),
}
const SHOWN = {
  variants: col.of('Array(String)', 'The control first'),
  shares: col.of(
    'Array(Float64)',
    'Share of new visitors for each variant in per cent, in the order of `variants`',
  ),
  winner: col.text(
    'The variant that all visitors see since the test ended. Empty while it runs, and if it ended without a winner',
  ),
}
const STATE = { state: col.text('planned, running, paused, ended or archived') }

const experiments: View = {
  name: 'experiments',
  comment: 'One row for each A/B test in its present state.',
  columns: {
    ...TEST,
    title: col.text('Title of the test on the dashboard. Empty if the site no longer has the test'),
    page: col.text('Path of the page with the test. Empty if the site no longer has the test'),
    ...STATE,
    since: col.utcOrNull('When its present state began. null if staff never changed it'),
    ...RUN,
    ...SHOWN,
    goal: col.text('What counts as converted in the run: any, a type of conversion, or qualified_lead'),
    planned_visitors: col.whole('Planned visitors of the run; 0 if the run has no plan'),
    steps: col.whole('How many steps staff have taken with it'),
  },
  select: `
SELECT period.test AS test, declared.title AS title, declared.page AS page, period.state AS state, nullIf(came, ${NEVER}) AS since,
  run, period.variants AS variants, period.shares AS shares, winner, goal, planned_visitors, toUInt64(number) AS steps
FROM (${PERIODS}) AS period
LEFT JOIN (${DECLARED}) AS declared ON declared.test = period.test
WHERE until IS NULL`,
}

const experimentPeriods: View = {
  name: 'experiment_periods',
  comment:
    'When each A/B test ran: one row for each period between two steps of staff (start, pause, end) of an A/B test. The first period begins with the first visitor. The visitors of a period count if `state` is running.',
  columns: {
    ...TEST,
    ...RUN,
    began_at: col.utcOrNull('In UTC; null for the period before staff changed anything'),
    ended_at: col.utcOrNull('In UTC; null for the present period'),
    ...STATE,
    ...SHOWN,
  },
  select: `
SELECT test, run, nullIf(came, ${NEVER}) AS began_at, until AS ended_at, state, variants, shares, winner
FROM (${PERIODS})`,
}

/** True if the session reached the goal of its run. The API's `goals.ts` explains the goals. */
const CONVERTED = `multiIf(goal != 'any', has(done, goal), empty(goal_types), notEmpty(types), hasAny(types, goal_types))`

const { converters: _, ...COUNTED_VISITORS } = EXPERIMENT_VISITORS

const experimentResults: View = {
  name: 'experiment_results',
  version: 2,
  comment:
    'Each variant of each run of each A/B test by the day of its visitors’ first assignment: the dashboard’s numbers. Rows may be added up. Sessions that first saw the test while it was paused, or after its end, are in no run. This view does not say whether a difference is real. The verdict on the dashboard does. Version 1 counted all visitors of a test in one row for each variant.',
  columns: {
    ...DAY,
    ...TEST,
    ...RUN,
    variant: col.text('The variant that the session was first assigned to'),
    ...COUNTED_VISITORS,
    converters: col.whole(
      'Visitors who reached the goal of the run during the run, at or after their assignment. For the goal qualified_lead: visitors whose form in the run became a lead that is qualified now, or that staff closed after it was qualified',
    ),
  },
  select: `
SELECT toDate(first_at, {tz}) AS day, test, run, arm AS variant, countIf(both = 0) AS visitors, countIf(both = 1) AS saw_both,
  countIf(both = 0 AND ${CONVERTED}) AS converters
FROM (${PARTICIPANTS})
WHERE state = 'running'
GROUP BY day, test, run, variant`,
}

export const EXPERIMENT_VIEWS: View[] = [experiments, experimentPeriods, experimentResults]
