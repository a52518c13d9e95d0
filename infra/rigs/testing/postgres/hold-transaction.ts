/** A transaction that stays open, and its locks with it, until the test ends it. */
import type { Sql, TransactionSql } from 'postgres'
import { inTransaction } from '../../../stores/holding.ts'

/** Waits until `take` is done, and answers how to end. However slow the machine is: a transaction that only waited would be ended as one that hangs. */
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
