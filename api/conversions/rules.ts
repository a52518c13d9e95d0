/** What staff set of each kind of conversion. */
import type { ISql, Sql } from 'postgres'
import { CONVERSION_KINDS } from '../contract/conversions/kinds.ts'
import type { ConversionRule } from '../contract/conversions/settings.ts'

export const readRules = async (sql: ISql): Promise<ConversionRule[]> => {
  const rows = await sql<ConversionRule[]>`
    SELECT kind, is_offered AS "isOffered", name, coalesce(value::text, '') AS value FROM conversion_rules`
  return CONVERSION_KINDS.flatMap(kind => rows.filter(row => row.kind === kind))
}

/** Kinds that are not named stay as they are. */
export const saveRules = (sql: Sql, rules: readonly ConversionRule[]): Promise<void> =>
  sql.begin(async transaction => {
    for (const { kind, isOffered, name, value } of rules)
      await transaction`
        UPDATE conversion_rules SET is_offered = ${isOffered}, name = ${name}, value = ${value || null}::numeric
        WHERE kind = ${kind}`
  })
