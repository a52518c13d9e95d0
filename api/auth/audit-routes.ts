/** The audit log for owners, filtered by person or record, with paging. */
import type { JSONValue } from 'postgres'
import { type AuditEntry, auditPage, auditQuery } from '../contract/audit.ts'
import { type Api, type Deps, FOR_OWNERS } from '../deps.ts'

const PAGE = 50
const MOST_RECORDS = 20

export const auditRoutes = (app: Api, { sql }: Deps): void => {
  app.get(
    '/api/admin/audit',
    { config: FOR_OWNERS, schema: { querystring: auditQuery, response: { 200: auditPage } } },
    async ({ query: { person, record, before } }) => {
      type Detail = Record<string, JSONValue>
      type Row = { id: string; at: Date; person: string; action: string; detail: Detail; network: string }
      const rows = await sql<Row[]>`
        SELECT id::text, at, actor AS person, action, detail, network FROM audit_log
        WHERE (${person} = '' OR lower(actor) = lower(${person}) OR lower(detail->>'username') = lower(${person}))
          AND (${record} = '' OR detail->'records' ? ${record} OR EXISTS (
            SELECT FROM jsonb_each_text(detail) WHERE value = ${record}))
          AND id < ${before || '9223372036854775807'}::bigint
        ORDER BY audit_log.id DESC LIMIT ${PAGE + 1}`
      const entries = rows.slice(0, PAGE).map(({ detail, ...row }) => ({ ...row, ...shown(detail) }))
      return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
    },
  )
}

/** Separates record ids from counts and outcomes. */
const shown = (detail: Record<string, JSONValue>): Pick<AuditEntry, 'detail' | 'records'> => {
  const facts = Object.entries(detail)
  const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)
  const named = facts.filter(([, value]) => isId(value)).map(([, value]) => String(value))
  const listed = Array.isArray(detail.records) ? detail.records.map(String) : []
  const plain = facts.filter(([, value]) => !isId(value) && (value === null || typeof value !== 'object'))
  return {
    detail: Object.fromEntries(plain) as AuditEntry['detail'],
    records: [...named, ...listed].slice(0, MOST_RECORDS),
  }
}
