/** How advertising platforms call campaigns, and which campaign value of ours is meant. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Sql } from 'postgres'
import type { ImportAnswer, SpendNames } from '../contract/costs/spend.ts'

type Meant = Pick<ImportAnswer['campaigns'][number], 'utmCampaign' | 'by'>

/** Spaces and capitals make no difference between names; between values they do, as clicks are counted by them. */
const folded = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * What staff chose, else a campaign's value, else its name where that is one campaign's alone. Two campaigns that share a value
 * share its cost, as they share its clicks.
 */
export const openNames = async (sql: Sql): Promise<(name: string) => Meant> => {
  const [campaigns, chosen] = await Promise.all([
    sql<{ name: string; value: string }[]>`SELECT name, utm_campaign AS value FROM campaigns`,
    sql<{ name: string; value: string | null }[]>`SELECT name, utm_campaign AS value FROM spend_names`,
  ])
  const choices = new Map(chosen.map(({ name, value }) => [name, value]))
  const values = new Set(campaigns.map(({ value }) => value))
  const named = new Map<string, Set<string>>()
  for (const { name, value } of campaigns) {
    const same = named.get(folded(name)) ?? new Set()
    named.set(folded(name), same.add(value))
  }
  return name => {
    const choice = choices.get(folded(name))
    if (choice !== undefined) return { utmCampaign: choice, by: choice === null ? 'left_out' : 'chosen' }
    if (values.has(name)) return { utmCampaign: name, by: 'value' }
    const [only, ...others] = named.get(folded(name)) ?? []
    return only !== undefined && others.length === 0
      ? { utmCampaign: only, by: 'name' }
      : { utmCampaign: null, by: 'unknown' }
  }
}

/** Throws a HttpError (400) for a value that no campaign has: nothing would show its cost. */
export const chooseNames = async (
  sql: Sql,
  names: SpendNames['names'],
  { staff, now }: { staff: string; now: Date },
): Promise<void> => {
  const known = new Set(
    (await sql<{ value: string }[]>`SELECT DISTINCT utm_campaign AS value FROM campaigns`).map(
      row => row.value,
    ),
  )
  const issues = names.flatMap(({ utmCampaign }, index) =>
    utmCampaign === null || known.has(utmCampaign)
      ? []
      : [{ path: `names.${index}.utmCampaign`, message: `${utmCampaign} is the value of no campaign` }],
  )
  if (issues.length > 0)
    throw new HttpError(400, 'Some of the chosen campaigns are not there. Nothing was changed.', issues)
  const last = new Map(names.map(({ name, utmCampaign }) => [folded(name), utmCampaign]))
  const rows = [...last].map(([name, value]) => ({
    name,
    utm_campaign: value,
    chosen_by: staff,
    chosen_at: now,
  }))
  await sql`
    INSERT INTO spend_names ${sql(rows)}
    ON CONFLICT (name) DO UPDATE SET utm_campaign = excluded.utm_campaign, chosen_by = excluded.chosen_by,
      chosen_at = excluded.chosen_at`
}
