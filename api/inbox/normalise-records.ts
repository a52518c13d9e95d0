/** Recomputes normal forms and search texts after an upgrade, a restore or a change of country. */
import type { ISql, Sql } from 'postgres'
import { normalForms, rulesOf } from '../contract/fields/normal-forms.ts'
import { enqueueLeads, enqueueSenders } from '../outbox/leads.ts'
import { type Kind, LEADS, SUBMISSIONS } from './records/kind.ts'

/** Maximum number of records in one transaction. */
const BATCH = 500

/** Returns the number of changed records. Several processes may run it concurrently. */
export const normaliseRecords = async (sql: Sql, country: string): Promise<number> => {
  let changed = 0
  for (const kind of [LEADS, SUBMISSIONS])
    for (let batch = -1; batch !== 0; changed += batch)
      batch = await sql.begin(tx => normaliseBatch(tx, kind, country))
  return changed
}

type Row = { id: string; email: string; phone: string; others: string[]; emailKey: string; phoneKey: string }

const normaliseBatch = async (sql: ISql, kind: Kind, country: string): Promise<number> => {
  const rules = rulesOf(country)
  const others = kind.searched.map((column, at) => sql`${sql.unsafe(at ? ', ' : '')}${sql(column)}`)
  // Two range conditions instead of `<>`, because only ranges can use the index.
  const rows = await sql<Row[]>`
    SELECT id, ${sql(kind.email)} AS email, ${sql(kind.phone)} AS phone, ARRAY[${others}] AS others,
      coalesce(nullif(email_key, ''), lower(${sql(kind.email)})) AS "emailKey", phone_key AS "phoneKey"
    FROM ${sql(kind.table)} WHERE normalised_by < ${rules} OR normalised_by > ${rules}
    LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
  if (rows.length === 0) return 0
  const made = rows.map(row => ({ id: row.id, ...normalForms(row, country) }))
  await sql`
    UPDATE ${sql(kind.table)} AS record SET email_key = made.email_key, phone_key = made.phone_key,
      phone_extension = made.phone_extension, search = made.search, normalised_by = made.normalised_by
    FROM jsonb_to_recordset(${sql.json(made)}) AS made (id uuid, email_key text, phone_key text, phone_extension text,
      search text, normalised_by text)
    WHERE record.id = made.id`
  const isSame = ({ emailKey, phoneKey }: Row, at: number) =>
    emailKey === made[at]?.email_key && phoneKey === made[at]?.phone_key
  const moved = rows.flatMap((row, at) => (isSame(row, at) ? [] : row.id))
  // With its new key, a record may belong to the same person as other leads. New events report this.
  if (kind.table === 'leads') await enqueueLeads(sql, moved, new Date())
  await enqueueSenders(sql, moved)
  return rows.length
}
