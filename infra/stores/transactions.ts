/** If a process ends or hangs, PostgreSQL ends its transactions (`holding.ts`). */
import postgres, { type Options, type ReservedSql, type Sql, type TransactionSql } from 'postgres'
import { expireWhenSilent } from './holding.ts'

type Work = (transaction: TransactionSql) => unknown

/**
 * `reserve` opens a separate connection, because the driver's own `reserve` hangs if the client has parsers for array
 * types.
 */
export const withSafeSessions = (sql: Sql): Sql => {
  const begin = sql.begin.bind(sql) as (work: Work) => Promise<unknown>
  const safeBegin = (work: Work): Promise<unknown> => begin(transaction => bounded(transaction, work))
  const reserve = async (): Promise<ReservedSql> => {
    // The cast is safe: the driver's own `listen` also passes `sql.options` to a second pool.
    const one = postgres({ ...sql.options, max: 1, max_lifetime: null } as unknown as Options<
      Record<string, never>
    >)
    await one`SELECT 1`
    return Object.assign(one, { release: () => void one.end({ timeout: 0 }) })
  }
  return Object.assign(sql, { begin: safeBegin, reserve })
}

const bounded = async (transaction: TransactionSql, work: Work): Promise<unknown> => {
  const [, done] = await Promise.all([expireWhenSilent(transaction, true), work(transaction)])
  return done
}
