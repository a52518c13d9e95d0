/** Inserts visits and conversions into the roll-ups by campaign, source, channel and site. */

import type { TestApi } from './api.ts'
import { type Traffic, trafficRow } from './rows.ts'

export const addTraffic = async (
  { clickhouse, db }: Pick<TestApi, 'clickhouse' | 'db'>,
  ...rows: Traffic[]
): Promise<void> => {
  await clickhouse.insert({
    table: `${db}.event_minutes`,
    values: rows.map(trafficRow).map(({ quarter_hour: minute, ...row }) => ({ ...row, minute })),
    format: 'JSONEachRow',
  })
  await clickhouse.insert({
    table: `${db}.event_sums`,
    values: rows.map(row => ({ ...trafficRow(row), model: 'campaign_traffic' })),
    format: 'JSONEachRow',
  })
  for (const [model, columns] of [
    ['traffic', 'utm_source'],
    ['site_traffic', 'channel, referring_site'],
  ])
    await clickhouse.command({
      query: `
    INSERT INTO ${db}.event_sums (quarter_hour, model, at, type, bot, ${columns}, conversion_type, n, version, gone)
    SELECT quarter_hour, '${model}', at, type, bot, ${columns}, conversion_type, sumIf(last.n, last.gone = 0), max(last.version), min(last.gone)
    FROM (
      SELECT quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, channel, referring_site, conversion_type,
        argMax(given.n, given.version) AS n, argMax(given.gone, given.version) AS gone, max(given.version) AS version
      FROM ${db}.event_sums AS given WHERE model = 'campaign_traffic' GROUP BY ALL
    ) AS last
    GROUP BY ALL`,
    })
}
