/** The numbers of reference.ts, read from one generation of read models. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Numbers } from './reference.ts'

const inTier = (tier: string): string => (tier === 'minutes' ? ' in minutes' : '')

const QUARTER_HOUR = `formatDateTime(at, '%Y-%m-%dT%H:%i:00.000Z')`

type Named = { name: string; value: number | string }

/** Each query returns names, as in reference.ts, and values. */
const QUERIES = [
  `SELECT 'events' AS name, count() AS value FROM {db}.events FINAL HAVING value > 0`,
  `SELECT concat('events ', type, if(bot = '', '', ' of bots')) AS name, count() AS value FROM {db}.events FINAL GROUP BY name`,
  `SELECT 'sessions' AS name, uniqExact(session) AS value FROM {db}.events FINAL`,
  `SELECT concat(type, 's') AS name, sum(n) AS value FROM {db}.event_sums FINAL WHERE model = 'traffic' AND bot = 0 GROUP BY name`,
  `SELECT if(type = 'ab_test', 'A/B', concat(type, 's')) || ' in minutes' AS name, sum(n) AS value
    FROM {db}.event_minutes FINAL WHERE bot = 0 GROUP BY name`,
  `SELECT concat(type, 's at ', formatDateTime(at, '%Y-%m-%dT%H:%i:00.000Z')) AS name, sum(n) AS value
    FROM {db}.event_sums FINAL WHERE model = 'traffic' AND bot = 0 GROUP BY name`,
  `SELECT concat(type, 's of campaign "', utm_campaign, '"') AS name, sum(n) AS value
    FROM {db}.event_sums FINAL WHERE model = 'campaign_traffic' AND bot = 0 GROUP BY name`,
  `SELECT concat(type, 's by ', channel) AS name, sum(n) AS value
    FROM {db}.event_sums FINAL WHERE model = 'site_traffic' AND bot = 0 GROUP BY name`,
  `SELECT concat('visits from "', utm_source, '"') AS name, sum(n) AS value
    FROM {db}.event_sums FINAL WHERE model = 'traffic' AND type = 'visit' AND bot = 0 GROUP BY name`,
  `SELECT concat('conversions by ', conversion_type) AS name, sum(n) AS value
    FROM {db}.event_sums FINAL WHERE model = 'traffic' AND type = 'conversion' AND bot = 0 GROUP BY name`,
  `SELECT concat('A/B ', test_name, ' ', variant, ' ', event) AS name, sum(n) AS value
    FROM {db}.event_sums FINAL WHERE model = 'ab_event' AND bot = 0 GROUP BY name`,
  `SELECT concat('A/B breakdown ', test_name, ' ', variant, ' ', conversion_type) AS name, sum(n) AS value
    FROM {db}.event_sums FINAL WHERE model = 'ab_event' AND bot = 0 AND event = 'conversion' GROUP BY name`,
  ...['sums', 'minutes'].map(
    tier => `
      SELECT concat(if(saw_both, 'both arms ', 'visitors '), test_name, ' ', variant, '${inTier(tier)}') AS name, sum(n) AS value
      FROM {db}.session_${tier} FINAL WHERE model = 'participant' GROUP BY name
      UNION ALL
      SELECT concat('converters ', test_name, ' ', variant, '${inTier(tier)}') AS name, sum(n) AS value
      FROM {db}.session_${tier} FINAL WHERE model = 'participant' AND saw_both = 0 AND converted != 0 GROUP BY name`,
  ),
  ...['sums', 'minutes'].map(
    tier => `
      SELECT concat('visitors of campaign "', utm_campaign, '"${inTier(tier)}') AS name, sum(n) AS value
      FROM {db}.session_${tier} FINAL WHERE model = 'visitor' GROUP BY name`,
  ),
  `SELECT concat('visitors of campaign "', utm_campaign, '" at ', formatDateTime(at, '%Y-%m-%dT%H:%i:00.000Z')) AS name,
    sum(n) AS value
    FROM {db}.session_sums FINAL WHERE model = 'visitor' GROUP BY name`,
  `SELECT concat(type, 's landed on "', page, '" in minutes') AS name, sum(n) AS value
    FROM {db}.session_minutes FINAL WHERE model = 'landing' GROUP BY name`,
  ...[
    ['landing', 'variant', `'all of ', utm_source`],
    ['touch', 'touch', `utm_source, '/', utm_campaign`],
  ].flatMap(([landing, variant, by]) => [
    `SELECT concat(type, 's landed on "', page, '" at ', ${QUARTER_HOUR}, ' by ', ${by}) AS name, sum(n) AS value
      FROM {db}.session_sums FINAL WHERE model = '${landing}' AND type IN ('visit', 'conversion', 'session') GROUP BY name`,
    `SELECT concat('visits of ', variant, ' at ', ${QUARTER_HOUR}, ' by ', ${by}) AS name, sum(n) AS value
      FROM {db}.session_sums FINAL WHERE model = '${variant}' AND type = 'visit' AND variant != '' GROUP BY name`,
  ]),
  `SELECT concat(type, 's by ', device, ' ', browser, ' at ', ${QUARTER_HOUR}, ' by ', utm_source, '/', utm_campaign) AS name,
    sum(n) AS value
    FROM {db}.session_sums FINAL WHERE model = 'touch' AND type IN ('visit', 'conversion', 'session') GROUP BY name`,
  `SELECT concat(type, 's by ', device, browser, ' alone at ', ${QUARTER_HOUR}, ' by all of ', utm_source) AS name, sum(n) AS value
    FROM {db}.session_sums FINAL WHERE model IN ('device', 'browser') GROUP BY name`,
  ...[
    ['utm_term', 'for'],
    ['utm_content', 'of ad'],
  ].map(
    ([column, by]) => `
      SELECT concat(type, 's ${by} "', ${column}, '" at ', ${QUARTER_HOUR}, ' by all of ', utm_source) AS name, sum(n) AS value
      FROM {db}.session_sums FINAL WHERE model = 'touch' AND type IN ('visit', 'conversion', 'session') GROUP BY name`,
  ),
]

/** Sessions of the funnel with their visits, as the reporting view counts them. */
const FUNNEL = `SELECT 'of the funnel on ' || toString(toDate(min(at))) || ' by "' || argMin((toString(utm_source), toString(utm_campaign)),
    (at, utm_source, utm_medium, utm_campaign)).2 || '"' AS of, sum(n) AS views
  FROM {db}.session_events FINAL WHERE kind = 'visit' AND bot = 0 GROUP BY session`

const exactly = (time: string): string =>
  `formatDateTime(${time}, '%Y-%m-%dT%H:%i:%S.'), leftPad(toString(toUnixTimestamp64Milli(${time}) % 1000), 3, '0'), 'Z'`

/** Each session's first exposure, and its first visit by each campaign. */
const OF_SESSIONS = [
  `SELECT concat('first exposure ', test_name, ' ', session) AS name,
    concat(argMin(variant, (at, variant)), ' at ', ${exactly('min(at)')}) AS value
  FROM {db}.session_events FINAL WHERE kind = 'exposure' AND bot = 0 GROUP BY test_name, session`,
  `SELECT concat('first visit ', utm_campaign, ' ', session) AS name, concat(${exactly('min(at)')}) AS value
  FROM {db}.session_events FINAL WHERE kind = 'visit' AND utm_campaign != '' AND bot = 0 GROUP BY utm_campaign, session`,
]

const truth = (column: string): string => `if(${column}, 'true', 'false')`
const inWords = (...columns: string[]): string => `concat(${columns.join(`, ' | ', `)})`
/** The state of each record. */
const OF_RECORDS = [
  `SELECT concat('lead ', toString(lead)) AS name, ${inWords(
    ...[
      'status',
      'session',
      'variant',
      ...['spam', 'deleted', 'trial', 'onboarding'].map(truth),
      'utm_campaign',
    ],
    `'told ' || toString(recorded + changed) || ' times'`,
  )} AS value FROM {db}.leads FINAL`,
  `SELECT concat('campaign ', toString(campaign)) AS name, ${inWords(
    ...['settings.name', truth('active'), 'utm_campaign', `'told ' || toString(told) || ' times'`],
  )} AS value FROM {db}.campaign_settings AS settings FINAL`,
  `SELECT concat('spend ', toString(spend)) AS name, ${inWords(
    'toString(day)',
    `if(known = 1, toString(cost), 'none')`,
    `ifNull(toString(clicks), 'none')`,
    ...['currency', 'utm_campaign', `'told ' || toString(told) || ' times'`],
  )} AS value FROM {db}.spend AS costs FINAL`,
  `SELECT concat('change ', toString(change)) AS name, ${inWords(
    ...['experiment', 'toString(number)', 'state', 'winner', `arrayStringConcat(shares, ',')`],
    ...['toString(event_version)', `'told ' || toString(told) || ' times'`],
  )} AS value FROM {db}.experiment_changes FINAL`,
]

export const storedNumbersIn = async (
  client: ClickHouseClient,
  db: string,
): Promise<{ ids: Set<string>; numbers: Numbers }> => {
  const rows = async <Row>(query: string): Promise<Row[]> => {
    const answer = await client.query({ query: query.replaceAll('{db}', db), format: 'JSONEachRow' })
    return answer.json<Row>()
  }
  const numbers: Numbers = new Map()
  for (const query of QUERIES)
    for (const { name, value } of await rows<Named>(query)) numbers.set(name, Number(value))
  for (const what of ['sessions', 'visits'])
    for (const { name, value } of await rows<Named>(
      `SELECT '${what} ' || of AS name, ${what === 'visits' ? 'sum(views)' : 'count()'} AS value FROM (${FUNNEL}) GROUP BY name`,
    ))
      numbers.set(name, Number(value))
  for (const query of [...OF_SESSIONS, ...OF_RECORDS])
    for (const { name, value } of await rows<Named>(query)) numbers.set(name, value)
  const ids = await rows<{ id: string }>('SELECT id FROM {db}.events FINAL')
  return { ids: new Set(ids.map(row => row.id)), numbers }
}
