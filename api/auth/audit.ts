/** Who did what. Kept in Postgres, where it can only be added to; see migration 100. */
import type { ISql, JSONValue } from 'postgres'

type AuditEntry = {
  at: Date
  /** A user name, or who else: the command line, nobody. */
  actor: string
  /** What was done, as `noun.verb`, or the call. */
  action: string
  /** Counts, ids and outcomes: nothing that a visitor or customer wrote. */
  detail?: Record<string, JSONValue>
  network?: string
}

export const audit = async (
  sql: ISql,
  { at, actor, action, detail = {}, network = '' }: AuditEntry,
): Promise<void> => {
  await sql`
    INSERT INTO audit_log (at, actor, action, detail, network)
    VALUES (${at}, ${actor}, ${action}, ${sql.json(detail)}, ${network})`
}
