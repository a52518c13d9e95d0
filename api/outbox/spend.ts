/** Each event has a version and the cost of one campaign and day, from one ad account or typed by staff. */
import { createHash } from 'node:crypto'
import type { SpendEvent } from '@firsttouch/ingest/events'
import type { Fragment, ISql } from 'postgres'
import { type EventId, enqueueEvents, nextVersion, utmOf } from './enqueue.ts'

const DAYS_PER_ENTRY = 200

export type SpendRow = {
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

/** Columns of a `SpendRow`, for statements whose result goes to `enqueueSpend`. */
export const spendRow = (sql: ISql): Fragment => sql`
  utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium", day::text, platform, account, cost, clicks,
  currency, event_version AS version, changed_at AS "changedAt"`

/** Call this in the transaction that writes the costs. Each row must have a new `event_version`. */
export const enqueueSpend = async (sql: ISql, rows: readonly SpendRow[]): Promise<void> => {
  // One key for each campaign, because the log preserves the order only among entries with the same key.
  const parts = [...Map.groupBy(rows, ({ utmCampaign }) => utmCampaign)].flatMap(([campaign, days]) => {
    const key = `spend_${createHash('sha256').update(campaign).digest('hex').slice(0, 32)}`
    return Array.from({ length: Math.ceil(days.length / DAYS_PER_ENTRY) }, (_, at) => ({
      key,
      days: days.slice(at * DAYS_PER_ENTRY, (at + 1) * DAYS_PER_ENTRY),
    }))
  })
  await enqueueEvents(sql, parts, ({ key, days }, idOf) => ({
    key,
    events: days.map(row => eventOf(row, idOf)),
  }))
}

export const enqueueSpendOf = async (sql: ISql, utmCampaign: string): Promise<void> =>
  enqueueSpend(
    sql,
    await sql<SpendRow[]>`
      UPDATE spend SET event_version = ${nextVersion(sql, sql`event_version`)} WHERE utm_campaign = ${utmCampaign}
      RETURNING ${spendRow(sql)}`,
  )

const eventOf = (row: SpendRow, idOf: EventId): SpendEvent => {
  const { utmCampaign, utmSource, utmMedium, day, platform, account, cost, clicks, currency, version } = row
  const more = [utmSource, utmMedium, platform, account]
  // If all these fields are empty, leaves them out, so that event ids equal those of earlier releases.
  const key = [`${day} ${utmCampaign}`, ...(more.some(Boolean) ? more : [])].join('\n')
  const name = createHash('sha256').update(key).digest('hex')
  return {
    type: 'spend_recorded',
    id: idOf({ record: name, version, time: new Date(day) }),
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
