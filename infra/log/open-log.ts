/** Opens the log that an address names. */
import type { Log } from './log.ts'
import { openPostgresLog } from './postgres/postgres.ts'

/**
 * `postgres://…`, `kafka://…` or `kafkas://…`. The tables or the topic must have been migrated. `columns`: whoever reads the log in
 * PostgreSQL moves its rows into columns.
 */
export const openLog = async (url: string, options: { columns?: boolean } = {}): Promise<Log> => {
  if (/^postgres(ql)?:/.test(url)) return openPostgresLog(url, options)
  // Loaded only where it is used: kafkajs would slow down every other start.
  if (/^kafkas?:/.test(url)) return (await import('./kafka/kafka.ts')).openKafkaLog(url)
  throw new Error(
    `No log can be opened at "${url.split(':', 1)[0]}" addresses: use postgres://… or kafka://…`,
  )
}
