import type { ClickHouseClient } from '@clickhouse/client'
import { ROLLUPS } from '@firsttouch/projector/projections/index'
import { type Bucket, bucketSql } from '@firsttouch/projector/projections/rollup'
import { openStore } from '@firsttouch/projector/steps/store'
import { DAY_MS } from '../../../platform/timing.ts'

/** Events `from` to `to` of `all`. `all` spreads evenly over `days` days that end `ago` days ago. */
type Filling = { from: number; to: number; all: number; days: number; ago?: number; campaigns: number }

/**
 * Ten events a session: a visit, an exposure, then visits. One session in twelve converts at its end. One
 * session in a hundred has a mistyped tag.
 */
export const fillEvents = async (
  client: ClickHouseClient,
  db: string,
  { from, to, all, days, ago = 0, campaigns }: Filling,
): Promise<void> => {
  await client.command({
    query: `
      INSERT INTO ${db}.events (minute, id, type, session, session_minute, occurred_at, received_at, bot, user_agent, network, utm_source,
        utm_medium, utm_campaign, utm_content, utm_term, referrer, page_path, conversion_type, test_name, variant, ab_event,
        properties, log_partition, log_offset, log_index, device, browser, channel, referring_site)
      WITH
        intDiv(number, 10) AS s, number % 10 AS k, cityHash64(s) AS h,
        (toUnixTimestamp64Milli(now64(3)) - {ago: UInt64} - {span: UInt64} + intDiv(s * {span: UInt64}, {sessions: UInt64})) AS start,
        fromUnixTimestamp64Milli(toInt64(start + k * 20000), 'UTC') AS at,
        multiIf(k = 1, 'ab_test', k = 9 AND h % 12 = 0, 'conversion', 'visit') AS kind
      SELECT toStartOfMinute(at), generateUUIDv4(number), kind, concat('utm_', toString(start), '_', toString(s)),
        toStartOfMinute(fromUnixTimestamp64Milli(toInt64(start), 'UTC')), at, at,
        if(h % 50 = 0, 'user_agent', ''), 'Mozilla/5.0', '203.0.113.0/24', if(k = 1, '', ['google', 'facebook', 'bing', 'direct'][h % 4 + 1]),
        if(k = 1, '', 'cpc'), if(k = 1, '', concat(if(h % 101 = 0, 'Campaign-', 'campaign_'), toString(h % {campaigns: UInt64}))),
        if(k = 1, '', concat('ad-', toString(h % 12))), if(k = 1, '', concat('keyword ', toString(intDiv(h, 8) % 300))), '', ['/', '/v2', '/original', '/trial-signup'][(h + k) % 4 + 1],
        if(kind = 'conversion', ['button_click', 'form_submission', 'stripe_intent', 'whatsapp_click'][intDiv(h, 16) % 4 + 1], ''),
        if(kind = 'ab_test', 'landingPage', ''), if(kind = 'ab_test', ['control', 'v2'][intDiv(h, 8) % 2 + 1], ''),
        if(kind = 'ab_test', 'variant_assigned', ''), '{}', 0, number, 0,
        ['mobile', 'desktop', 'tablet'][h % 3 + 1], ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet'][h % 5 + 1],
        if(k = 1, '', ['Paid search', 'Paid social', 'Paid search', 'Paid other'][h % 4 + 1]),
        if(k = 1, '', if(h % 7 = 0, concat('site-', toString(h % 40), '.example'), ['google.com', 'facebook.com', 'bing.com', ''][h % 4 + 1]))
      FROM numbers({from: UInt64}, {count: UInt64})`,
    query_params: {
      from,
      count: to - from,
      sessions: Math.ceil(all / 10),
      span: days * DAY_MS,
      ago: ago * DAY_MS,
      campaigns,
    },
  })
}

/** Refreshes the buckets that events from the log offset `from` on touched, as the projector does. */
export const refreshFrom = async (client: ClickHouseClient, db: string, from: number): Promise<void> => {
  const store = openStore(client, db)
  const bucketsOf = async (bucket: Bucket): Promise<number[]> => {
    const query = `SELECT DISTINCT toUnixTimestamp(${bucketSql(bucket)}) AS b FROM ${db}.events WHERE log_offset >= {from:UInt64} ORDER BY b`
    const result = await client.query({ query, query_params: { from }, format: 'JSONEachRow' })
    return (await result.json<{ b: number }>()).map(({ b }) => b)
  }
  for (const rollup of ROLLUPS) await store.refresh([[rollup, { buckets: await bucketsOf(rollup.bucket) }]])
}

export const mergeTables = async (client: ClickHouseClient, db: string, tables: string[]): Promise<void> => {
  for (const table of tables) await client.command({ query: `OPTIMIZE TABLE ${db}.${table} FINAL` })
}

export const mergeAll = (client: ClickHouseClient, db: string): Promise<void> =>
  mergeTables(client, db, ['events', ...ROLLUPS.map(({ table }) => table)])

const SMALL_PARTS = 5

/** Simulates a store in use: one part for rows older than an hour, small parts for the last hour. */
export const anHourLater = async (
  client: ClickHouseClient,
  db: string,
  { events, days }: { events: number; days: number },
): Promise<void> => {
  const found = await client.query({
    query: `SELECT name FROM system.tables WHERE database = '${db}' AND create_table_query LIKE '%min_age_to_force_merge_seconds%'`,
    format: 'JSONEachRow',
  })
  await mergeTables(
    client,
    db,
    (await found.json<{ name: string }>()).map(({ name }) => name),
  )
  const hour = events / (days * 24)
  for (let part = SMALL_PARTS; part > 0; part--)
    await refreshFrom(client, db, Math.floor(events - (part / SMALL_PARTS) * hour))
}
