import type { Sql } from 'postgres'
import { LateError, within } from '../../platform/timing.ts'
import { connect } from '../../stores/connection.ts'
import { type BatchLimits, openBatches, type Part } from '../batches.ts'
import type { LogEntry } from '../log.ts'
import { partitionOf } from '../log.ts'
import { pack } from './record-batch.ts'

export type Appender = { append(entries: LogEntry[]): Promise<void>; close(): Promise<void> }

export const CHANNEL = 'firsttouch_log'
const LIMITS: BatchLimits = {
  entries: 1_000,
  bytes: 4 * 1024 * 1024,
  lingerMs: 2,
  enough: { entries: 64, bytes: 256 * 1024 },
  timeoutMs: 30_000,
}
/** Writes with at least this many characters are split by partition. */
const APART_FROM = 256 * 1024
/** Milliseconds until the server cancels a statement, and until we give up on a server that does not answer. */
const STATEMENT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 6_000
/** Milliseconds between two NOTIFYs. A NOTIFY in each transaction would serialise all commits. */
const NOTIFY_EVERY_MS = 10

export const openAppender = (url: string, partitions: number): Appender => {
  const open = () =>
    connect(url, {
      // The extra connection is for NOTIFY.
      max: partitions + 1,
      connection: { application_name: 'firsttouch log', statement_timeout: STATEMENT_TIMEOUT_MS },
    })
  let sql = open()
  let notifying: NodeJS.Timeout | undefined
  let closed = false

  const notifySoon = () => {
    notifying ??= setTimeout(() => {
      notifying = undefined
      sql.notify(CHANNEL, '').catch(() => undefined)
    }, NOTIFY_EVERY_MS)
  }
  const write = async (entries: LogEntry[]) => {
    const used = sql
    try {
      await within(ANSWER_TIMEOUT_MS, writeAll(used, partitions, entries))
    } catch (error) {
      // A frozen server blocks this connection. Open a new one for the next batch.
      if (error instanceof LateError && used === sql) {
        sql = open()
        used.end({ timeout: 0 }).catch(() => undefined)
      }
      throw error
    }
    notifySoon()
  }
  const deliver = async (parts: Part[]) => {
    const error = await write(parts.flatMap(part => part.entries)).then(() => undefined, toError)
    for (const part of parts) part.settle(error)
  }
  const batches = openBatches(deliver, LIMITS)
  return {
    append: async entries => {
      if (closed) throw new Error('The log is closed.')
      entries.forEach(assertStorable)
      await batches.add(entries)
    },
    close: async () => {
      closed = true
      await batches.idle()
      clearTimeout(notifying)
      await sql.end({ timeout: 1 })
    },
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Small batches use one transaction to save commits. Large ones are split by partition to use several CPU cores. */
const writeAll = async (sql: Sql, partitions: number, entries: LogEntry[]): Promise<void> => {
  const size = entries.reduce((sum, { value }) => sum + value.length, 0)
  const parts =
    size < APART_FROM
      ? [entries]
      : [...Map.groupBy(entries, ({ key }) => partitionOf(key, partitions)).values()]
  const written = await Promise.allSettled(parts.map(part => insert(sql, partitions, part)))
  for (const one of written) if (one.status === 'rejected') throw one.reason
}

/**
 * Inserts one row per partition in one statement. Locks the partitions' offset counters until the commit, so offsets
 * become visible in order and without gaps. The ascending order of the locks prevents deadlocks.
 */
const insert = async (sql: Sql, partitions: number, entries: LogEntry[]): Promise<void> => {
  const parts = [...Map.groupBy(entries, ({ key }) => partitionOf(key, partitions))]
  const numbers = parts.map(([partition]) => partition)
  const batches = await Promise.all(parts.map(([, part]) => pack(part, 'quickly')))
  const written = await sql`
    WITH wanted AS (
      SELECT * FROM unnest(
        ${numbers}::integer[], ${batches.map(({ entries }) => entries)}::integer[],
        ${batches.map(({ size }) => size)}::integer[], ${batches.map(({ oldestSession }) => oldestSession)}::bigint[],
        ${batches.map(({ packed }) => packed.toString('hex'))}::text[]
      ) AS batch (partition, entries, size, oldest_session, packed)
    ), locked AS (
      SELECT partition FROM log_partitions WHERE partition = ANY(${numbers}::integer[]) ORDER BY partition FOR UPDATE
    ), taken AS (
      UPDATE log_partitions AS log SET next_offset = next_offset + wanted.entries
      FROM wanted JOIN locked USING (partition)
      WHERE log.partition = wanted.partition
      RETURNING log.partition, next_offset - wanted.entries AS first
    )
    INSERT INTO log_batches (partition, first_offset, entries, size, oldest_session, packed)
    SELECT partition, taken.first, entries, size, oldest_session, decode(packed, 'hex')
    FROM wanted JOIN taken USING (partition)`
  if (written.count !== parts.length)
    throw new Error(`The log lacks one of its partitions ${numbers.join(', ')}.`)
}

/** NUL separates packed texts, and UTF-8 has no lone surrogates. Runs before batching, to fail only the bad append. */
const assertStorable = ({ key, value, headers }: LogEntry): void => {
  if (key.includes('\0') || value.includes('\0'))
    throw new Error('An entry of the log contains a NUL character.')
  if (!key.isWellFormed() || !value.isWellFormed())
    throw new Error('An entry of the log contains a lone surrogate.')
  if (headers && !/^[\da-f-]{55}$/.test(headers.traceparent))
    throw new Error('An entry of the log has an invalid traceparent (W3C Trace Context).')
}
