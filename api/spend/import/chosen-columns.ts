/** Stores the columns that staff chose, and reuses them for files with the same headings. */
import { createHash } from 'node:crypto'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Sql } from 'postgres'
import type { ChosenColumns, ImportQuery } from '../../contract/costs/spend.ts'
import { folded } from './headings.ts'
import type { ChosenFor } from './read-table.ts'

const keyOf = (headings: readonly string[]): string =>
  createHash('sha256')
    .update([...new Set(headings.map(folded))].toSorted().join('\n'))
    .digest('hex')

/** Throws HttpError 400 if campaign, day or cost is missing. */
export const chosenColumns = ({ campaign, day, cost, clicks }: ImportQuery): ChosenColumns | undefined => {
  if (campaign !== undefined && day !== undefined && cost !== undefined)
    return { campaign, day, cost, clicks: clicks ?? null }
  if ([campaign, day, cost, clicks].some(one => one !== undefined))
    throw new HttpError(400, 'Say which headings are campaign, day and cost: all three. Nothing was stored.')
  return undefined
}

export const openChosenColumns = async (sql: Sql, said: ChosenColumns | undefined): Promise<ChosenFor> => {
  const rows = await sql<(ChosenColumns & { headings: string })[]>`
    SELECT headings, campaign, day, cost, clicks FROM spend_columns`
  const remembered = new Map(rows.map(row => [row.headings, row]))
  return headings =>
    said && [said.campaign, said.day, said.cost].every(one => headings.includes(one))
      ? said
      : remembered.get(keyOf(headings))
}

export const rememberColumns = async (
  sql: Sql,
  headings: readonly string[],
  chosen: ChosenColumns,
  { staff, now }: { staff: string; now: Date },
): Promise<void> => {
  const row = { headings: keyOf(headings), ...chosen, chosen_by: staff, chosen_at: now }
  await sql`
    INSERT INTO spend_columns ${sql(row)}
    ON CONFLICT (headings) DO UPDATE SET campaign = excluded.campaign, day = excluded.day, cost = excluded.cost,
      clicks = excluded.clicks, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`
}
