/**
 * Ends the transactions of a process that ends or hangs (`holding.ts`), and keeps the process alive when a transaction
 * loses its connection. Without this, the driver (3.4.9, issue 1208) would write the next statement to the closed
 * socket in a callback where the error cannot be caught.
 */
import { setImmediate as turn } from 'node:timers/promises'
import postgres, { type Options, type ReservedSql, type Sql, type TransactionSql } from 'postgres'
import { expireWhenSilent } from './holding.ts'

type Work = (transaction: TransactionSql) => unknown

const lost = () =>
  Object.assign(new Error('The transaction is over: its connection was lost.'), { code: 'CONNECTION_LOST' })
const never = new Promise<never>(() => undefined)

/**
 * Wraps `sql`. A transaction rejects when its connection is lost, and later statements in it throw. `reserve` opens a
 * separate connection and closes it at `release`. The driver's own `reserve` hangs on a new connection if the client
 * has parsers for array types.
 */
export const withSafeSessions = (sql: Sql): Sql => {
  const begin = sql.begin.bind(sql) as (work: Work) => Promise<unknown>
  const safeBegin = async (work: Work): Promise<unknown> => {
    const state = { over: false }
    try {
      return await begin(transaction => settle(bounded(guarded(transaction, state), work), state))
    } finally {
      state.over = true
    }
  }
  const reserve = async (): Promise<ReservedSql> => {
    // The driver's own `listen` passes `sql.options` to a second pool in the same way.
    const one = postgres({ ...sql.options, max: 1 } as unknown as Options<Record<string, never>>)
    await one`SELECT 1`
    return Object.assign(one, { release: () => void one.end({ timeout: 0 }) })
  }
  return Object.assign(sql, { begin: safeBegin, reserve })
}

const bounded = async (transaction: TransactionSql, work: Work): Promise<unknown> => {
  const [, done] = await Promise.all([expireWhenSilent(transaction, true), work(transaction)])
  return done
}

/** Never settles after a lost connection. The driver would otherwise write COMMIT or ROLLBACK to the closed socket. */
const settle = async (working: unknown, state: { over: boolean }): Promise<unknown> => {
  try {
    const result = await working
    return state.over ? never : result
  } catch (error) {
    // A lost connection rejects its query first, and the transaction one turn later.
    await turn()
    if (state.over) return never
    throw error
  }
}

const guarded = (transaction: TransactionSql, state: { over: boolean }): TransactionSql =>
  new Proxy(transaction, {
    apply: (target, self, words) => {
      if (state.over) throw lost()
      return Reflect.apply(target, self, words)
    },
    get: (target, name, receiver) => {
      if (state.over) throw lost()
      return Reflect.get(target, name, receiver)
    },
  })
