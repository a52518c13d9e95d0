import { HttpError, type Issue } from '@firsttouch/infra/platform/http/http'
import type { ISql } from 'postgres'
import type { SpendEntry } from '../contract/costs/spend.ts'
import { nextVersion } from '../outbox/enqueue.ts'
import { enqueueSpend, type SpendRow, spendRow } from '../outbox/spend.ts'

export type CampaignTags = { utmCampaign: string; utmSource: string; utmMedium: string }
export type TaggedCampaign = CampaignTags & { id: string; name: string; platform: string }

/** Includes archived campaigns, which keep their clicks and costs. */
export const readTags = (sql: ISql): Promise<TaggedCampaign[]> => sql<TaggedCampaign[]>`
  SELECT id, name, platform, utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium"
  FROM campaigns ORDER BY created_at, id`

/** Source and medium are empty if only one campaign has the `utm_campaign`. */
export const countedBy = (campaign: CampaignTags & { isShared: boolean }): CampaignTags =>
  campaign.isShared ? campaign : { utmCampaign: campaign.utmCampaign, utmSource: '', utmMedium: '' }

export const keyOf = ({ utmCampaign, utmSource, utmMedium }: CampaignTags): string =>
  utmSource === '' && utmMedium === '' ? utmCampaign : [utmCampaign, utmSource, utmMedium].join('\n')

export const byTags = <Counts>(rows: readonly (CampaignTags & Counts)[]) =>
  new Map(rows.map(row => [keyOf(row), row]))

export const tagsOf = (key: string): CampaignTags => {
  const [utmCampaign = '', utmSource = '', utmMedium = ''] = key.split('\n')
  return { utmCampaign, utmSource, utmMedium }
}

type Given = Pick<SpendEntry, 'utmCampaign' | 'utmSource' | 'utmMedium' | 'date'>

/** Throws HttpError 400 if no campaign has an entry's source and medium, or if two entries share day and campaign. */
export const tagEntries = async <T extends Given>(sql: ISql, entries: readonly T[]) => {
  const byValue = Map.groupBy(await readTags(sql), ({ utmCampaign }) => utmCampaign)
  const issues: Issue[] = []
  const seen = new Map<string, number>()
  const tagged = entries.map((entry, index) => {
    const { utmCampaign, utmSource = '', utmMedium = '' } = entry
    const same = byValue.get(utmCampaign) ?? []
    const isNamed = utmSource !== '' || utmMedium !== ''
    if (isNamed && !same.some(one => one.utmSource === utmSource && one.utmMedium === utmMedium))
      issues.push({
        path: `entries.${index}.utmSource`,
        message: `No campaign has utm_campaign ${utmCampaign} with source ${utmSource} and medium ${utmMedium || '(none)'}. Use the source and medium of an existing campaign.`,
      })
    const tags = countedBy({ utmCampaign, utmSource, utmMedium, isShared: same.length > 1 })
    const key = `${entry.date} ${keyOf(tags)}`
    const earlier = seen.get(key)
    if (earlier !== undefined)
      issues.push({
        path: `entries.${index}`,
        message: `is of the same day and campaign as entries.${earlier}: send one of them`,
      })
    seen.set(key, index)
    return { ...entry, ...tags }
  })
  if (issues.length > 0)
    throw new HttpError(400, 'Some costs match no campaign or appear twice. Nothing was stored.', issues)
  return tagged
}

/**
 * Moves the costs that have only their `utm_campaign` to rows with the campaign's source and medium. The old rows stay
 * with a null cost, so that the event log records the removal.
 */
export const giveSpendTo = async (sql: ISql, { utmCampaign, utmSource, utmMedium }: CampaignTags) => {
  const of = sql`utm_campaign = ${utmCampaign} AND utm_source = '' AND utm_medium = ''`
  const moved = await sql<SpendRow[]>`
    INSERT INTO spend (utm_campaign, utm_source, utm_medium, day, platform, account, cost, clicks, currency, origin, changed_by,
      changed_at, batch, event_version)
    SELECT utm_campaign, ${utmSource}, ${utmMedium}, day, platform, account, cost, clicks, currency, origin, changed_by,
      changed_at, batch, ${nextVersion(sql, sql`0`)}
    FROM spend WHERE ${of} AND cost IS NOT NULL RETURNING ${spendRow(sql)}`
  if (moved.length === 0) return
  const emptied = await sql<SpendRow[]>`
    UPDATE spend SET cost = NULL, clicks = NULL, batch = NULL, event_version = ${nextVersion(sql, sql`event_version`)}
    WHERE ${of} AND cost IS NOT NULL RETURNING ${spendRow(sql)}`
  await enqueueSpend(sql, [...moved, ...emptied])
  for (const table of ['spend_corrections', 'spend_batch_costs'])
    await sql`UPDATE ${sql(table)} SET utm_source = ${utmSource}, utm_medium = ${utmMedium} WHERE ${of}`
}
