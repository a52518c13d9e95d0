import type { Log } from './log.ts'
import { openPostgresLog } from './postgres/postgres.ts'

/** The log's tables or topic must exist. `columns` converts a log in PostgreSQL as described in columns.ts. */
export const openLog = async (url: string, options: { columns?: boolean } = {}): Promise<Log> => {
  if (/^postgres(ql)?:/.test(url)) return openPostgresLog(url, options)
  // Imported lazily, because kafkajs slows down the start.
  if (/^kafkas?:/.test(url)) return (await import('./kafka/kafka.ts')).openKafkaLog(url)
  throw new Error(
    `No log can be opened at "${url.split(':', 1)[0]}" addresses: use postgres://… or kafka://…`,
  )
}

export const withLog = async <T>(url: string, work: (log: Log) => Promise<T>): Promise<T> => {
  const log = await openLog(url)
  return work(log).finally(() => log.close())
}
