/** A transaction that stays open with its locks until the test ends it. */
import type { Sql, TransactionSql } from 'postgres'
import { inTransaction } from '../../../stores/holding.ts'

/**
 * Resolves when `take` is done, with a function that commits. `inTransaction` keeps PostgreSQL's idle limit from ending the transaction.
 */
export const holdTransaction = async (
  sql: Sql,
  take: (transaction: TransactionSql) => Promise<unknown>,
): Promise<() => Promise<void>> => {
  const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = inTransaction(sql, async transaction => {
    await take(transaction)
    taken.resolve()
    await over.promise
  })
  await Promise.race([taken.promise, holding])
  return async () => {
    over.resolve()
    await holding
  }
}
