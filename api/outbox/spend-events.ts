/**
 * Makes events of costs that are not told yet, and puts them into the outbox. Each tells the whole cost of a campaign's day by one report
 * with a version, so that order and repeats change nothing.
 */
import { createHash } from 'node:crypto'
import type { LogEntry } from '@firsttouch/infra/log/log'
import type { SpendEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import { entryOf, utmOf } from './record-events.ts'

/** In the entries of the log that hold as many; conversions of forms must not wait behind a year of costs. */
const DAYS_AT_ONCE = 1_000
const DAYS_PER_ENTRY = 200

type Row = {
  utmCampaign: string
  utmSource: string
  utmMedium: string
  day: string
  platform: string
  account: string
  cost: string | null
  clicks: string | null
  currency: string
  version: string
  changedAt: Date
}

/** Gives how many days it has taken; any number of processes may run it. */
export const enqueueSpendEvents = async (
  sql: Sql,
  now: Date,
  canBeRead: () => Promise<boolean>,
): Promise<number> => {
  const [waiting] = await sql`SELECT 1 FROM spend WHERE NOT told LIMIT 1`
  if (!waiting || !(await canBeRead())) return 0
  return sql.begin(async tx => {
    const rows = await tx<Row[]>`
      UPDATE spend SET told = true FROM (
        SELECT utm_campaign, day, utm_source, utm_medium, platform, account FROM spend WHERE NOT told
        ORDER BY utm_campaign, day LIMIT ${DAYS_AT_ONCE} FOR UPDATE SKIP LOCKED
      ) AS taken
      WHERE (spend.utm_campaign, spend.day, spend.utm_source, spend.utm_medium, spend.platform, spend.account) =
        (taken.utm_campaign, taken.day, taken.utm_source, taken.utm_medium, taken.platform, taken.account)
      RETURNING spend.utm_campaign AS "utmCampaign", spend.utm_source AS "utmSource", spend.utm_medium AS "utmMedium",
        spend.day::text, spend.platform, spend.account, cost, clicks, currency, event_version AS version, changed_at AS "changedAt"`
    const entries = entriesOf(rows, now)
    if (entries.length > 0)
      await tx`INSERT INTO outbox ${tx(entries.map(({ key, value }) => ({ key, value, created_at: now })))}`
    return rows.length
  })
}

/** All that is told of a campaign has one key, so that it stays in order. */
const entriesOf = (rows: readonly Row[], now: Date): LogEntry[] => {
  const byCampaign = new Map<string, Row[]>()
  for (const row of rows) byCampaign.set(row.utmCampaign, [...(byCampaign.get(row.utmCampaign) ?? []), row])
  return [...byCampaign].flatMap(([campaign, days]) => {
    const key = `spend_${createHash('sha256').update(campaign).digest('hex').slice(0, 32)}`
    const parts = Array.from({ length: Math.ceil(days.length / DAYS_PER_ENTRY) }, (_, at) =>
      days.slice(at * DAYS_PER_ENTRY, (at + 1) * DAYS_PER_ENTRY),
    )
    return parts.map(part => ({ key, value: entryOf(part.map(eventOf), now) }))
  })
}

/** The id is a function of campaign, day, report and version; its time is the day's, in whose bucket they all meet. */
const eventOf = (row: Row): SpendEvent => {
  const { utmCampaign, utmSource, utmMedium, day, platform, account, cost, clicks, currency, version } = row
  const more = [utmSource, utmMedium, platform, account]
  // A typed cost of a value has the name that an earlier release gave it.
  const key = [`${day} ${utmCampaign}`, ...(more.some(Boolean) ? more : [])].join('\n')
  const name = createHash('sha256').update(key).digest('hex')
  return {
    type: 'spend_recorded',
    id: v7({
      msecs: Date.parse(`${day}T00:00:00Z`),
      random: createHash('sha256').update(`${name} ${version}`).digest().subarray(0, 16),
    }),
    occurredAt: row.changedAt.toISOString(),
    sessionId: '',
    spend: `${name.slice(0, 8)}-${name.slice(8, 12)}-4${name.slice(13, 16)}-8${name.slice(17, 20)}-${name.slice(20, 32)}`,
    version: Number(version),
    day,
    platform,
    account,
    utm: utmOf({ utm_campaign: utmCampaign, utm_source: utmSource, utm_medium: utmMedium }),
    cost,
    clicks: clicks === null ? null : Number(clicks),
    currency,
  }
}
