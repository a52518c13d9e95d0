/** A PostgreSQL trigger rejects every update of an audit entry, and its deletion within seven days. */
import { networkOf } from '@firsttouch/infra/platform/network'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyRequest } from 'fastify'
import type { ISql, JSONValue } from 'postgres'
import { type AuditEntry, auditPage, auditQuery } from '../contract/audit.ts'
import { type Api, type Deps, FOR_OWNERS } from '../deps.ts'

type NewEntry = {
  at: Date
  /** A user name, "command line", or "nobody" for a caller without an account. */
  actor: string
  action: string
  /** Counts, ids and outcomes. Never text from visitors or customers. */
  detail?: Record<string, JSONValue>
  network?: string
}

let mirror: (entry: NewEntry) => void = () => undefined
/** From now on, `write` also receives each entry, so that a log collector can ship it (ASVS 16.4.3). */
export const mirrorAudit = (write: typeof mirror): void => {
  mirror = write
}

export const audit = async (sql: ISql, entry: NewEntry): Promise<void> => {
  const { at, actor, action, detail = {}, network = '' } = entry
  await sql`
    INSERT INTO audit_log (at, actor, action, detail, network)
    VALUES (${at}, ${actor}, ${action}, ${sql.json(detail)}, ${network})`
  mirror(entry)
}

export const note = (
  sql: ISql,
  request: FastifyRequest,
  action: string,
  actor: string,
  at: Date,
  detail: Record<string, JSONValue> = {},
): Promise<void> => audit(sql, { at, actor, action, detail, network: networkOf(request.ip) })

/** Maximum number of entries in a minute for all actions and networks together. */
const MOST_SPARSE = 100

/** Writes one entry a minute for each action and network, so that an attacker cannot flood the audit log. */
export const openSparseAudit = (): typeof audit => {
  const written = new Set<string>()
  let minute = 0
  return async (sql, entry) => {
    const current = Math.floor(entry.at.getTime() / MINUTE_MS)
    if (current !== minute) written.clear()
    minute = current
    const key = `${entry.action} ${entry.network}`
    if (written.has(key) || written.size >= MOST_SPARSE) return
    written.add(key)
    await audit(sql, entry)
  }
}

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

/** Separates the record ids from the other values of `detail`. */
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
