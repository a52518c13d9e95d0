import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isoTime } from '@firsttouch/infra/stores/iso-time'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, Sql } from 'postgres'
import { audit } from '../auth/audit.ts'
import type { By } from '../auth/guard.ts'
import type { Campaign, CampaignFigures, CampaignPatch } from '../contract/campaign.ts'
import { campaignUrl, leadsTo } from '../contract/campaign-link.ts'
import { enqueueCampaigns } from '../outbox/campaigns.ts'
import { type CampaignTags, giveSpendTo } from '../spend/campaign-tags.ts'

export type CampaignRow = Omit<Campaign, keyof CampaignFigures | 'shortUrl'> & {
  number: string
  /** True if another campaign has the same `utm_campaign`. Such campaigns differ in source or medium. */
  isShared: boolean
}
export type NewCampaign = Omit<
  CampaignRow,
  'isActive' | 'archivedAt' | 'version' | 'number' | 'isShared' | 'createdAt'
> & { createdAt: Date }

export const selectCampaigns = (sql: Sql, archived: 'exclude' | 'include' | 'only') => {
  const which = {
    include: sql`true`,
    only: sql`archived_at IS NOT NULL`,
    exclude: sql`archived_at IS NULL`,
  }[archived]
  return sql<CampaignRow[]>`
    SELECT ${columns(sql)} FROM campaigns WHERE ${which} ORDER BY created_at DESC, id DESC`
}

export const selectCampaign = async (sql: Sql, id: string): Promise<CampaignRow> => {
  const [found] = await sql<CampaignRow[]>`SELECT ${columns(sql)} FROM campaigns WHERE id = ${id}`
  if (!found)
    throw new HttpError(404, 'There is no such campaign. It may have been removed: reload the list.')
  return found
}

/**
 * When a second campaign gets the same `utm_campaign`, assigns the existing costs to the first campaign. Throws
 * HttpError 409 if another campaign has the same `utm_campaign`, source and medium.
 */
export const insertCampaign = (sql: Sql, campaign: NewCampaign, staff: string): Promise<void> =>
  sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.spend})`
    const same = await tx<CampaignTags[]>`
      SELECT utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium"
      FROM campaigns WHERE utm_campaign = ${campaign.utmCampaign}`
    const { id, name, date, platform, utmSource, utmMedium, utmCampaign, utmContent, utmTerm } = campaign
    const { adAssetDescription, notes, generatedUrl, createdAt } = campaign
    const [inserted] = await tx`
      INSERT INTO campaigns (id, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
        ad_asset_description, notes, generated_url, created_at)
      VALUES (${id}, ${name}, ${date}, ${platform}, ${utmSource}, ${utmMedium}, ${utmCampaign}, ${utmContent}, ${utmTerm},
        ${adAssetDescription}, ${notes}, ${generatedUrl}, ${createdAt})
      ON CONFLICT ON CONSTRAINT campaigns_tag DO NOTHING
      RETURNING 1`
    if (!inserted)
      throw new HttpError(
        409,
        `Another campaign already uses the campaign value ${utmCampaign} with source ${utmSource} and medium ${utmMedium}. Choose another name, or their clicks cannot be distinguished. (The other campaign may be archived.)`,
        [{ path: 'name', message: 'is already used with this source and medium' }],
      )
    await enqueueCampaigns(tx, [id], createdAt)
    await audit(tx, { at: createdAt, actor: staff, action: 'campaign.create', detail: { id } })
    const [first, ...others] = same
    if (first && others.length === 0) await giveSpendTo(tx, first)
  })

const stateOf = ({ isActive, archivedAt }: CampaignRow): string =>
  archivedAt ? 'archived' : isActive ? 'active' : 'inactive'

/** Changes for the audit log, such as "active → inactive". Notes are too long, so they appear as "changed". */
const differences = (before: CampaignRow, after: CampaignRow): Record<string, string> => {
  const facts = (row: CampaignRow) => ({
    ...{ name: row.name, date: row.date, state: stateOf(row), link: row.generatedUrl },
  })
  const now: Record<string, string> = facts(after)
  const changed = Object.entries(facts(before)).filter(([field, was]) => was !== now[field])
  const words = ([field, was]: [string, string]) => [field, withoutContactData(`${was} → ${now[field]}`)]
  return {
    ...Object.fromEntries(changed.map(words)),
    ...(before.notes !== after.notes && { notes: 'changed' }),
  }
}

/** Undefined fields stay unchanged. If it throws HttpError 404 or 409, nothing has changed. */
export const updateCampaign = async (
  sql: Sql,
  id: string,
  { name, date, notes, isActive, generatedUrl, archived, version }: CampaignPatch,
  { staff, now }: By,
): Promise<void> => {
  const touchesArchived = archived === undefined && (isActive !== undefined || generatedUrl !== undefined)
  const isUpdated = await sql.begin(async tx => {
    const [before] = await tx<CampaignRow[]>`SELECT ${columns(tx)} FROM campaigns WHERE id = ${id} FOR UPDATE`
    const [after] = await tx<CampaignRow[]>`
    UPDATE campaigns SET
      name = coalesce(${name ?? null}, name),
      date = coalesce(${date ?? null}::date, date),
      notes = coalesce(${notes ?? null}, notes),
      is_active = CASE WHEN ${archived ?? false} THEN false ELSE coalesce(${isActive ?? null}, is_active) END,
      generated_url = coalesce(${generatedUrl ?? null}, generated_url),
      archived_at = CASE ${archived ?? null}::boolean
        WHEN true THEN coalesce(archived_at, ${now}) WHEN false THEN NULL ELSE archived_at END,
      version = version + 1
    WHERE id = ${id} AND version = coalesce(${version ?? null}, version)
      AND NOT (${touchesArchived} AND archived_at IS NOT NULL)
    RETURNING ${columns(tx)}`
    if (!before || !after) return false
    await enqueueCampaigns(tx, [id], now)
    const detail = { id, ...differences(before, after) }
    await audit(tx, { at: now, actor: staff, action: 'campaign.change', detail })
    return true
  })
  if (isUpdated) return
  const found = await selectCampaign(sql, id)
  if (version !== undefined && found.version !== version)
    throw new HttpError(
      409,
      'Another person has changed this campaign. Your change was not saved. Reload it and try again.',
      [{ path: 'version', message: `is ${found.version} now` }],
    )
  throw new HttpError(409, 'This campaign is archived. Restore it first.', [
    {
      path: isActive === undefined ? 'generatedUrl' : 'isActive',
      message: 'cannot be changed while the campaign is archived',
    },
  ])
}

/** Rebuilds the links to other domains. Throws HttpError 409 if their number is not `expected`. */
export const renewLinks = (sql: Sql, domain: string, expected: number, by: By) =>
  sql.begin(async transaction => {
    const campaigns = await transaction<CampaignRow[]>`
      SELECT ${columns(transaction)} FROM campaigns WHERE archived_at IS NULL ORDER BY id FOR UPDATE`
    const elsewhere = campaigns.filter(campaign => !leadsTo(domain, campaign.generatedUrl))
    const found = elsewhere.length
    if (found !== expected)
      throw new HttpError(
        409,
        `The list has changed: ${found} ${found === 1 ? 'link points' : 'links point'} to another domain now, not ${expected}. Nothing was changed. Reload the list and try again.`,
        [{ path: 'expectedCount', message: `is ${expected}, but ${found} would be renewed` }],
      )
    const records = elsewhere.map(({ id }) => id)
    await transaction`
      UPDATE campaigns SET generated_url = renewed.url, version = version + 1
      FROM unnest(${records}::uuid[],
        ${elsewhere.map(campaign => campaignUrl(domain, campaign))}::text[]) AS renewed (id, url)
      WHERE campaigns.id = renewed.id`
    await enqueueCampaigns(transaction, records, by.now)
    const detail = { renewed: found, domain, records }
    await audit(transaction, { at: by.now, actor: by.staff, action: 'campaigns.renew_urls', detail })
    return found
  })

export const selectShortLink = async (sql: Sql, number: number): Promise<string | undefined> => {
  const [row] = await sql<{ url: string }[]>`
    SELECT generated_url AS url FROM campaigns WHERE number = ${number}`
  return row?.url
}

const columns = (sql: ISql) => sql`
  id, name, date::text, platform, utm_source AS "utmSource", utm_medium AS "utmMedium", utm_campaign AS "utmCampaign",
  utm_content AS "utmContent", utm_term AS "utmTerm", ad_asset_description AS "adAssetDescription", notes,
  is_active AS "isActive", generated_url AS "generatedUrl",
  ${isoTime(sql, 'created_at')} AS "createdAt", ${isoTime(sql, 'archived_at')} AS "archivedAt",
  version, number::text,
  EXISTS (SELECT FROM campaigns AS other WHERE other.utm_campaign = campaigns.utm_campaign AND other.id <> campaigns.id) AS "isShared"`
