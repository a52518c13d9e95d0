/** The audit log. PostgreSQL rejects every change of an entry. */
import { networkOf } from '@firsttouch/infra/platform/network'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyRequest } from 'fastify'
import type { ISql, JSONValue } from 'postgres'

type AuditEntry = {
  at: Date
  /** A user name, "command line", or "nobody" for a caller without an account. */
  actor: string
  /** `noun.verb`, or method and path of the call. */
  action: string
  /** Counts, ids and outcomes. Never text from visitors or customers. */
  detail?: Record<string, JSONValue>
  network?: string
}

let mirror: (entry: AuditEntry) => void = () => undefined
/** Also passes each entry to `write`, so that a log collector can ship it to another system (ASVS 16.4.3). */
export const mirrorAudit = (write: typeof mirror): void => {
  mirror = write
}

export const audit = async (sql: ISql, entry: AuditEntry): Promise<void> => {
  const { at, actor, action, detail = {}, network = '' } = entry
  await sql`
    INSERT INTO audit_log (at, actor, action, detail, network)
    VALUES (${at}, ${actor}, ${action}, ${sql.json(detail)}, ${network})`
  mirror(entry)
}

/** Writes an entry for a request, with the caller's network. */
export const note = (
  sql: ISql,
  request: FastifyRequest,
  action: string,
  actor: string,
  at: Date,
  detail: Record<string, JSONValue> = {},
): Promise<void> => audit(sql, { at, actor, action, detail, network: networkOf(request.ip) })

/** Entries in a minute, for all networks together. */
const MOST_SPARSE = 100

/** For requests without a session: one entry for each action and network in a minute, so that an attacker cannot flood the log. */
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
