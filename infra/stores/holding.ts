/** Locks of PostgreSQL that end with whoever holds them: also with one that hangs, or whose machine is gone. */
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
  // An async function: a transaction that was lost throws at once, and nobody catches what a timer throws.
  const ask = async () => void (await sql`SELECT 1`)
  const timer = setInterval(() => ask().catch(() => undefined), ALIVE_EVERY_MS)
  return () => clearInterval(timer)
}

/** The driver sends a statement that is new to a connection in two parts. Whoever hangs between them is not idle to PostgreSQL, and has no limit. */
export const terminateStalled = async (
  sql: Sql,
  silentMs = EXPIRY.idle_in_transaction_session_timeout,
): Promise<void> => {
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND application_name = ${EXPIRY.application_name}
      AND state = 'active' AND wait_event = 'ClientRead'
      AND state_change < clock_timestamp() - ${silentMs} * interval '1 ms'`
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

export type Lock = { lock: number; isShared?: true }

/**
 * Holds the locks while `work` is done, and not until the transaction ends: a savepoint that is rolled back gives them free. By statements of
 * our own: the driver's savepoints end the process where the connection was lost meanwhile (`transactions.ts`).
 */
export const whileLocked = async <T>(
  tx: TransactionSql,
  locks: Lock[],
  group: string,
  work: () => Promise<T>,
): Promise<T> => {
  const lockOne = ({ lock, isShared }: Lock) =>
    isShared
      ? tx`SELECT pg_advisory_xact_lock_shared(${lock}, hashtext(${group}))`
      : tx`SELECT pg_advisory_xact_lock(${lock}, hashtext(${group}))`
  await Promise.all([tx`SAVEPOINT before_lock`, ...locks.map(lockOne)])
  const done = await work()
  await tx`ROLLBACK TO SAVEPOINT before_lock`
  return done
}
