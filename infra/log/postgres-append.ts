/** Writes to the log in PostgreSQL. */
import postgres, { type Sql } from 'postgres'
import { openGroupCommit } from './group-commit.ts'
import type { LogEntry } from './index.ts'
import { partitionOf } from './partition.ts'
import { CHANNEL, CONNECTION } from './postgres-connection.ts'
import { LateError, within } from './within.ts'

export type Appender = { append(entries: LogEntry[]): Promise<void>; close(): Promise<void> }

const LIMITS = { entries: 1_000, size: 4 * 1024 * 1024 }
/** The server gives up first; the second limit is for a server that no longer says anything. */
const STATEMENT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 6_000
/** Readers are told at most this often. Within the transaction, every NOTIFY would make all commits wait in line. */
const NOTIFY_EVERY_MS = 10

export const openAppender = (url: string, partitions: number): Appender => {
  const connect = () =>
    postgres(url, {
      ...CONNECTION,
      max: partitions + 1,
      connection: { application_name: 'firsttouch log', statement_timeout: STATEMENT_TIMEOUT_MS },
    })
  let sql = connect()
  let notifying: NodeJS.Timeout | undefined
  let closed = false

  const notifySoon = () => {
    notifying ??= setTimeout(() => {
      notifying = undefined
      sql.notify(CHANNEL, '').catch(() => undefined)
    }, NOTIFY_EVERY_MS)
  }
  const write = async (partition: number, entries: LogEntry[]) => {
    const used = sql
    try {
      await within(ANSWER_TIMEOUT_MS, insert(used, partition, entries))
    } catch (error) {
      // The connections of a frozen server or a cut network would stay busy: the next batch gets new ones.
      if (error instanceof LateError && used === sql) {
        sql = connect()
        used.end({ timeout: 0 }).catch(() => undefined)
      }
      throw error
    }
    notifySoon()
  }
  const queues = Array.from({ length: partitions }, (_, partition) =>
    openGroupCommit(entries => write(partition, entries), LIMITS),
  )
  return {
    append: async entries => {
      if (closed) throw new Error('The log is closed.')
      entries.forEach(assertStorable)
      const parts = Map.groupBy(entries, entry => partitionOf(entry.key, partitions))
      await Promise.all([...parts].map(([partition, part]) => queues[partition]?.add(part)))
    },
    close: async () => {
      closed = true
      await Promise.all(queues.map(queue => queue.idle()))
      clearTimeout(notifying)
      await sql.end({ timeout: 1 })
    },
  }
}

/**
 * One statement, one transaction: the counter's row stays locked until the commit, so offsets have no gaps and become
 * visible in their order. A sequence would hand out offsets that become visible late, behind a reader's back.
 */
const insert = async (sql: Sql, partition: number, entries: LogEntry[]): Promise<void> => {
  const written = await sql`
    WITH place AS (
      UPDATE log_partitions SET next_offset = next_offset + ${entries.length}
      WHERE partition = ${partition}
      RETURNING next_offset - ${entries.length} AS first
    )
    INSERT INTO log_entries (partition, "offset", key, value)
    SELECT ${partition}, place.first + entry.place - 1, entry.key, entry.value
    FROM place, unnest(${entries.map(entry => entry.key)}::text[], ${entries.map(entry => entry.value)}::text[])
      WITH ORDINALITY AS entry (key, value, place)`
  if (written.count !== entries.length) throw new Error(`The log has no partition ${partition}.`)
}

/** PostgreSQL's text holds any well-formed string without NUL. The others in the batch must not suffer for one. */
const assertStorable = ({ key, value }: LogEntry): void => {
  if (key.includes('\0') || value.includes('\0'))
    throw new Error('An entry of the log contains a NUL character.')
  if (!key.isWellFormed() || !value.isWellFormed())
    throw new Error('An entry of the log contains half of a surrogate pair.')
}
