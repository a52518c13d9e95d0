/** Session locks of PostgreSQL that expire when their holder hangs or its machine fails. */
import type { ISql, Sql, TransactionSql } from 'postgres'

/**
 * PostgreSQL ends the connection if its client is silent for eight seconds. By default, a failed machine would hold its
 * locks for two hours, and a hanging process for ever.
 */
const EXPIRY = {
  application_name: 'firsttouch holds locks',
  tcp_keepalives_idle: 2,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 4,
  tcp_user_timeout: 6_000,
  idle_session_timeout: 8_000,
  idle_in_transaction_session_timeout: 8_000,
}
/** Milliseconds between heartbeats. They continue while a batch runs. */
const HEARTBEAT_EVERY_MS = 2_000

export const expireWhenSilent = async (sql: ISql, forTransaction = false): Promise<void> => {
  await sql`SELECT set_config(key, value, ${forTransaction}) FROM jsonb_each_text(${sql.json(EXPIRY)})`
}

/** Returns a function that stops the heartbeat. A failure is ignored, because the next query fails too. */
export const startHeartbeat = (sql: ISql): (() => void) => {
  const timer = setInterval(() => sql`SELECT 1`.catch(() => undefined), HEARTBEAT_EVERY_MS)
  return () => clearInterval(timer)
}

/** The heartbeat lets the transaction hold locks while it waits for other stores. */
export const inTransaction = async <T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> => {
  // `begin` does not always return T. If its callback returns an array, `begin` awaits each query in that array.
  const out: T[] = []
  await sql.begin(async tx => {
    const stopHeartbeat = startHeartbeat(tx)
    try {
      out.push(await work(tx))
    } finally {
      stopHeartbeat()
    }
  })
  return out[0] as T
}
