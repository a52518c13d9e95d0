/**
 * Makes events of the marks that triggers leave when a lead or a campaign changes (migration 110), and puts them into the
 * outbox. Each tells the whole state with a version, so that order and repeats change nothing; none has contact data.
 */
import { createHash } from 'node:crypto'
import type { LogEntry } from '@firsttouch/infra/log/log'
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import type { CampaignEvent, LeadEvent, LogEnvelope, Utm } from '@firsttouch/ingest/events'
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'

/** Few at a time: conversions of forms must not wait behind a year of leads. */
const MARKS_AT_ONCE = 100

/** Gives how many marks it has taken; any number of processes may run it. */
export const enqueueRecordEvents = async (
  sql: Sql,
  now: Date,
  canBeRead: () => Promise<boolean>,
): Promise<number> => {
  const [marked] = await sql`SELECT 1 FROM record_marks LIMIT 1`
  if (!marked || !(await canBeRead())) return 0
  let taken = await passOn(sql)
  await sql.begin(async tx => {
    const leads = await takeLeads(tx)
    const campaigns = await takeCampaigns(tx)
    const marks = [...leads.map(row => row.mark), ...campaigns.map(row => row.mark)]
    taken += marks.length
    if (marks.length === 0) return
    const rows = [...leads.map(row => leadEntry(row, now)), ...campaigns.map(row => campaignEntry(row, now))]
    await tx`INSERT INTO outbox ${tx(rows.map(({ key, value }) => ({ key, value, created_at: now })))}`
    await tx`DELETE FROM record_marks WHERE id = ANY(${marks}::bigint[])`
  })
  return taken
}

/** Gives way before PostgreSQL calls it a deadlock and ends another transaction. */
const LOCK_WITHIN = '500ms'

type Took = 'trial' | 'onboarding'

/** Marks a sender's other leads, where their `trial` or `onboarding` is no longer right. */
const passOn = async (sql: Sql): Promise<number> => {
  let found = 0
  await sql.begin(async tx => {
    await tx`SELECT set_config('lock_timeout', ${LOCK_WITHIN}, true)`
    const [mark] = await tx<{ id: string; recordId: string; took: Took }[]>`
      SELECT id, record_id AS "recordId",
        CASE WHEN EXISTS (SELECT 1 FROM leads WHERE leads.id = record_id) THEN 'trial' ELSE 'onboarding' END AS took
      FROM record_marks WHERE record = 'person' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`
    if (!mark) return
    found = 1
    await markOthers(tx, mark)
    await tx`DELETE FROM record_marks WHERE id = ${mark.id}`
  })
  return found
}

/** One valid form is enough; otherwise the sender's other forms are looked at. */
const markOthers = async (sql: ISql, { recordId, took }: { recordId: string; took: Took }): Promise<void> => {
  const told = sql(`told_${took}`)
  const takes = sql`CASE WHEN sender.counts THEN true ELSE ${hasSent(sql, took)} END`
  await sql`
    UPDATE leads SET event_version = event_version + 1, ${told} = other.takes FROM (
      SELECT lead.id, ${takes} AS takes FROM leads AS lead, (
        SELECT email_key, phone_key, spam_reason = '' AND deleted_at IS NULL AS counts
        FROM leads WHERE id = ${recordId}
        UNION ALL
        SELECT email_key, phone_key, spam_reason = '' AND deleted_at IS NULL
        FROM onboarding_submissions WHERE id = ${recordId}
      ) AS sender
      WHERE lead.id <> ${recordId} AND ${samePerson(sql, 'lead', 'sender')}
        AND lead.${told} IS DISTINCT FROM ${takes}
      ORDER BY lead.id FOR UPDATE OF lead
    ) AS other WHERE leads.id = other.id`
}

const hasSent = (sql: ISql, took: Took) =>
  took === 'trial'
    ? sql`EXISTS (
        SELECT 1 FROM trial_signups JOIN leads AS other ON other.id = lead_id
        WHERE other.spam_reason = '' AND other.deleted_at IS NULL
          AND ${samePerson(sql, 'lead', 'other')}
      )`
    : sql`EXISTS (
        SELECT 1 FROM onboarding_submissions AS sent
        WHERE sent.spam_reason = '' AND sent.deleted_at IS NULL
          AND ${samePerson(sql, 'lead', 'sent')}
      )`

/** By address or number, as in the inbox. A browser alone says nothing: several people use one. */
const samePerson = (sql: ISql, lead: string, table: string) => sql`
  ((${sql(`${table}.email_key`)} = ${sql(`${lead}.email_key`)} AND ${sql(`${table}.email_key`)} <> '')
    OR (${sql(`${table}.phone_key`)} = ${sql(`${lead}.phone_key`)} AND ${sql(`${table}.phone_key`)} <> ''))`

type Mark = { mark: string; version: string; recorded: boolean; at: Date; createdAt: Date }
type LeadRow = Mark & {
  state: Pick<LeadEvent, 'status' | 'spam' | 'deleted' | 'variant'>
  record: string
  key: string
  form: string
  session: string
  firstTouch: Partial<Record<keyof Utm, unknown>>
  trial: boolean
  onboarding: boolean
}

/** Locked: an erasure finds what was made of a lead in the outbox, or the lead is gone before. */
const takeLeads = async (sql: ISql): Promise<LeadRow[]> => {
  const rows = await sql<LeadRow[]>`
    SELECT mark.id AS mark, mark.version, recorded, at, state, lead.id AS record, event_key AS key, source AS form, session_id AS session,
      first_touch AS "firstTouch", created_at AS "createdAt",
      ${hasSent(sql, 'trial')} AS trial, ${hasSent(sql, 'onboarding')} AS onboarding
    FROM record_marks AS mark JOIN leads AS lead ON lead.id = record_id
    WHERE record = 'lead' ORDER BY mark.id LIMIT ${MARKS_AT_ONCE} FOR UPDATE OF mark, lead SKIP LOCKED`
  // A lead that is gone for good has nothing left to tell.
  if (rows.length === 0)
    await sql`
      DELETE FROM record_marks WHERE record = 'lead' AND NOT EXISTS (SELECT 1 FROM leads WHERE id = record_id)`
  else await noteTold(sql, rows)
  return rows
}

/** Of a lead's newest version alone; an older one says how the lead stands now, but is not the last word. */
const noteTold = (sql: ISql, rows: readonly LeadRow[]) => sql`
  UPDATE leads SET told_trial = told.trial, told_onboarding = told.onboarding
  FROM unnest(${rows.map(({ record }) => record)}::uuid[], ${rows.map(({ version }) => version)}::bigint[],
    ${rows.map(({ trial }) => String(trial))}::text[]::boolean[],
    ${rows.map(({ onboarding }) => String(onboarding))}::text[]::boolean[]
  ) AS told (id, version, trial, onboarding)
  WHERE leads.id = told.id AND leads.event_version = told.version`

type CampaignRow = Mark &
  Omit<CampaignEvent, 'type' | 'version' | 'utm' | 'createdAt' | 'archivedAt' | 'id' | 'occurredAt'> & {
    archivedAt: Date | null
    tags: Record<keyof Utm, string>
  }

const takeCampaigns = (sql: ISql): Promise<CampaignRow[]> => sql<CampaignRow[]>`
  SELECT mark.id AS mark, mark.version, recorded, at, record_id AS campaign, created_at AS "createdAt", name, platform,
    date::text, is_active AS active, archived_at AS "archivedAt",
    json_build_object('utm_source', utm_source, 'utm_medium', utm_medium, 'utm_campaign', utm_campaign,
      'utm_content', utm_content, 'utm_term', utm_term) AS tags
  FROM record_marks AS mark JOIN campaigns ON campaigns.id = record_id
  WHERE record = 'campaign' ORDER BY mark.id LIMIT ${MARKS_AT_ONCE} FOR UPDATE OF mark SKIP LOCKED`

const leadEntry = (row: LeadRow, now: Date): LogEntry => {
  const { key, session, form, state, trial, onboarding, firstTouch } = row
  const { utm_source, utm_medium, utm_campaign } = firstTouch
  const utm = utmOf({ utm_source, utm_medium, utm_campaign })
  const event: LeadEvent = {
    type: row.recorded ? 'lead_recorded' : 'lead_changed',
    ...identityOf(key, row),
    sessionId: session,
    lead: key,
    recordedAt: row.createdAt.toISOString(),
    form: withoutContactData(form),
    ...state,
    trial,
    onboarding,
    utm,
  }
  return { key: session || `lead_${key}`, value: entryOf([event], now) }
}

const campaignEntry = (row: CampaignRow, now: Date): LogEntry => {
  const { campaign, name, platform, date, active, archivedAt, createdAt, tags } = row
  const event: CampaignEvent = {
    type: 'campaign_changed',
    ...identityOf(campaign, row),
    sessionId: '',
    campaign,
    createdAt: createdAt.toISOString(),
    name: withoutContactData(name),
    platform: withoutContactData(platform),
    date,
    utm: utmOf(tags),
    active,
    archivedAt: archivedAt?.toISOString() ?? null,
  }
  return { key: `campaign_${campaign}`, value: entryOf([event], now) }
}

/** The id is a function of record and version; its time is the record's. */
const identityOf = (key: string, { version, at, createdAt }: Mark) => ({
  id: v7({
    msecs: createdAt.getTime(),
    random: createHash('sha256').update(`${key} ${version}`).digest().subarray(0, 16),
  }),
  occurredAt: at.toISOString(),
  version: Number(version),
})

export const utmOf = (tags: Partial<Record<keyof Utm, unknown>>): Utm => {
  const tag = (name: keyof Utm) => withoutContactData(String(tags[name] ?? '').slice(0, 255))
  return {
    utm_source: tag('utm_source'),
    utm_medium: tag('utm_medium'),
    utm_campaign: tag('utm_campaign'),
    utm_content: tag('utm_content'),
    utm_term: tag('utm_term'),
  }
}

export const entryOf = (events: LogEnvelope['events'], now: Date): string => {
  const entry: LogEnvelope = {
    v: 1,
    receivedAt: now.toISOString(),
    userAgent: '',
    network: '',
    bot: '',
    events,
  }
  return JSON.stringify(entry)
}
