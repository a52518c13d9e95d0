/** Session locks of PostgreSQL that expire when their holder hangs or its machine fails. */
import type { ISql, Sql, TransactionSql } from 'postgres'

/**
 * Makes PostgreSQL end a connection and its locks when the client's machine fails or its process is silent for eight
 * seconds. By default a failed machine would hold its locks for two hours, and a hanging process for ever.
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
/** Milliseconds between heartbeats over the connection, even while a batch runs. */
const HEARTBEAT_EVERY_MS = 2_000

export const expireWhenSilent = async (sql: ISql, forTransaction = false): Promise<void> => {
  await sql`SELECT set_config(key, value, ${forTransaction}) FROM jsonb_each_text(${sql.json(EXPIRY)})`
}

/** Starts the heartbeat and returns a function that stops it. A failed heartbeat is ignored, because the next awaited query fails too. */
export const startHeartbeat = (sql: ISql): (() => void) => {
  // Async, because a lost transaction throws synchronously, and an error in a timer cannot be caught.
  const ask = async () => void (await sql`SELECT 1`)
  const timer = setInterval(() => ask().catch(() => undefined), HEARTBEAT_EVERY_MS)
  return () => clearInterval(timer)
}

/** A transaction with a heartbeat. It may hold locks while it waits for other stores. */
export const inTransaction = async <T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> => {
  // The result goes through an array, because postgres.js's type for the result of `begin` unwraps arrays of queries.
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
