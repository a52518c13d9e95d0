/** Events of campaigns. Each has a version and the state of a campaign without its notes and ad description. */
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import type { CampaignEvent, Utm } from '@firsttouch/ingest/events'
import type { ISql } from 'postgres'
import { enqueueEvents, nextVersion, utmOf } from './enqueue.ts'

type Row = Pick<CampaignEvent, 'campaign' | 'name' | 'platform' | 'date' | 'active'> & {
  version: string
  createdAt: Date
  archivedAt: Date | null
  tags: Utm
}

/** Call it in the transaction that inserts or changes campaigns. */
export const enqueueCampaigns = async (sql: ISql, ids: readonly string[], at: Date): Promise<void> => {
  const rows = await sql<Row[]>`
    UPDATE campaigns SET event_version = ${nextVersion(sql, sql`event_version`)} WHERE id = ANY(${ids}::uuid[])
    RETURNING id AS campaign, event_version AS version, created_at AS "createdAt", name, platform, date::text,
      is_active AS active, archived_at AS "archivedAt",
      json_build_object('utm_source', utm_source, 'utm_medium', utm_medium, 'utm_campaign', utm_campaign,
        'utm_content', utm_content, 'utm_term', utm_term) AS tags`
  await enqueueEvents(sql, rows, ({ version, createdAt, archivedAt, tags, ...row }, idOf) => ({
    key: `campaign_${row.campaign}`,
    events: [
      {
        type: 'campaign_changed',
        id: idOf({ record: row.campaign, version, time: createdAt }),
        occurredAt: at.toISOString(),
        version: Number(version),
        sessionId: '',
        ...row,
        createdAt: createdAt.toISOString(),
        name: withoutContactData(row.name),
        platform: withoutContactData(row.platform),
        utm: utmOf(tags),
        archivedAt: archivedAt?.toISOString() ?? null,
      },
    ],
  }))
}
