/** Views about the other views: exclusions, freshness and definitions. */
import { col, DAY, type View } from './view.ts'

/** Version of the views. Increment it when any view changes. A release never overwrites views with a higher version. */
export const CONTRACT = 9

const excludedDays: View = {
  name: 'excluded_days',
  comment:
    'Events that no other view counts, by day and reason: events of bots, of the business itself and of suspicious sessions.',
  columns: {
    ...DAY,
    type: col.text('visit, conversion or ab_test'),
    reason: col.text(
      'user_agent, no_user_agent: a bot. canary: the system’s own test event. internal_…: the business itself, by login, opt_out or network. suspicious_…: a network of a data_center, or a burst of one-page sessions',
    ),
    events: col.whole('Events, each once'),
  },
  select: `
SELECT toDate(occurred_at, {tz}) AS day, type, bot AS reason, count() AS events
FROM {db}.events FINAL
WHERE bot != ''
GROUP BY day, type, reason`,
}

const freshness: View = {
  name: 'freshness',
  comment: 'How far the views have counted the log: one row for each partition.',
  columns: {
    partition: col.of('UInt16', 'Partition of the log'),
    next_offset: col.whole('Every view counts every entry before this offset'),
    counted_to: col.utc('When the log took the newest of these entries, in UTC'),
  },
  select: 'SELECT partition, next_offset, appended_at AS counted_to FROM {db}.progress FINAL',
}

const about: View = {
  name: 'about',
  comment: 'One row that describes the published views.',
  columns: {
    contract: col.of('UInt32', 'Version of the views as a whole'),
    read_models: col.text('Generation of read models that these views show'),
    time_zone: col.text('The time zone that days are cut in'),
  },
  select: `SELECT ${CONTRACT} AS contract, '{db}' AS read_models, {tz} AS time_zone`,
}

export const ACCOUNT_VIEWS: View[] = [excludedDays, freshness, about]
