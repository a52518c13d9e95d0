/** Redacts log entries whenever the projector reads them, because Kafka's log is immutable. */
import type { ISql } from 'postgres'
import type { Redaction } from '../steps/read.ts'
import { type Aliases, redactErased } from './erasures.ts'
import { redacting } from './events.ts'
import { redactOld } from './retention.ts'

/** Returns a function that reads the current redaction in one query. Each batch calls it at its start. */
export const openRedaction = (group: string): ((sql: ISql) => Promise<Redaction>) => {
  const aliases: Aliases = new Map()
  let seen = '0'
  return async sql => {
    const rows = await sql<{ until: Date | null; seq: string | null; hash: string; alias: string }[]>`
      SELECT until, seq, session_hash AS hash, alias
      FROM (SELECT max(until) AS until FROM details_removed WHERE consumer_group = ${group}) AS details
        LEFT JOIN erased_sessions ON seq > ${seen} ORDER BY seq`
    for (const { seq, hash, alias } of rows) {
      if (seq === null) continue
      aliases.set(hash, alias)
      seen = seq
    }
    const until = (rows[0]?.until?.getTime() ?? 0) / 1000
    return redacting(redactErased(aliases), redactOld(until))
  }
}
