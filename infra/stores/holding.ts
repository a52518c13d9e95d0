/** Session locks of PostgreSQL that end with their holder, also if it hangs or its machine fails. */
import type { ISql, Sql, TransactionSql } from 'postgres'

/**
 * PostgreSQL ends the connection, and its locks with it, when the machine at the other end is gone or its process has said nothing
 * for so long. The defaults would keep the locks of a machine without power for two hours, and those of a process that hangs for ever.
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
/** So often something must be said over the connection, also while a batch is worked on. */
const ALIVE_EVERY_MS = 2_000

export const expireWhenSilent = async (sql: ISql, forTransaction = false): Promise<void> => {
  await sql`SELECT set_config(key, value, ${forTransaction}) FROM jsonb_each_text(${sql.json(EXPIRY)})`
}

/** Answers how to end it. What fails here fails the next question too, which is waited for. */
export const sayAlive = (sql: ISql): (() => void) => {
  // An async function, because a lost transaction throws synchronously, and an error thrown in a timer cannot be caught.
  const ask = async () => void (await sql`SELECT 1`)
  const timer = setInterval(() => ask().catch(() => undefined), ALIVE_EVERY_MS)
  return () => clearInterval(timer)
}

/** A transaction that may wait for other stores while it holds locks, and so says that it lives. */
export const inTransaction = async <T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>): Promise<T> => {
  // postgres.js types what `begin` returns as if arrays of queries were unwrapped.
  const out: T[] = []
  await sql.begin(async tx => {
    const fallSilent = sayAlive(tx)
    try {
      out.push(await work(tx))
    } finally {
      fallSilent()
    }
  })
  return out[0] as T
}
