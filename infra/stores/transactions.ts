/**
 * Transactions end with whoever began them, a process that hangs too (`holding.ts`). And the process lives when one loses its connection: at
 * the next statement the driver (3.4.9) writes to a socket that is gone, in a callback where nobody can catch the error (its issue 1208).
 */
import { setImmediate as turn } from 'node:timers/promises'
import postgres, { type Options, type ReservedSql, type Sql, type TransactionSql } from 'postgres'
import { expireWhenSilent } from './holding.ts'

type Work = (transaction: TransactionSql) => unknown

const lost = () =>
  Object.assign(new Error('The transaction is over: its connection was lost.'), { code: 'CONNECTION_LOST' })
const never = new Promise<never>(() => undefined)

/**
 * The same `sql`; a transaction whose connection is lost rejects at once, and what is asked of it later throws. A reserved
 * connection is one of its own and ends when it is released: the driver's never comes where it is new and array types are given.
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
    // The driver takes its own options for another pool, as its `listen` does.
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

/** With the connection gone, the driver must not hear how the work ended: it would write COMMIT or ROLLBACK to it. */
const settle = async (working: unknown, state: { over: boolean }): Promise<unknown> => {
  try {
    const result = await working
    return state.over ? never : result
  } catch (error) {
    // A lost connection rejects its query first and the transaction a moment later.
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
