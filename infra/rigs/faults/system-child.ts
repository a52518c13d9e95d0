/** The system over one data directory, which a test starts and stops repeatedly, and its stores while it is stopped. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { openPostgres, type Sql } from '../../stores/postgres.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { groupOf } from '../../stores/read-models.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { readLogTable } from '../testing/log/log-table.ts'
import { STAFF } from '../testing/system.ts'
import { until } from '../testing/until.ts'
import { type Child, startChild } from './child.ts'
import { judge, type Verdict } from './judge.ts'
import type { Entry } from './reference.ts'
import { DB } from './stores.ts'

export type System = Child & {
  url: string
  /** Process id of the engine's child process. */
  engine(): Promise<number>
}
export type SystemChild = {
  dataDir: string
  start(env?: Record<string, string>): Promise<System>
  /** While the system runs: resolves when the whole log is projected. */
  caughtUp(timeoutMs?: number, db?: string): Promise<void>
  /** While the system runs: resolves when every conversion of a form has reached the log. */
  outboxIsEmpty(): Promise<void>
  /** Only while the system is stopped. */
  countLeads(): Promise<{ leads: number; addresses: number }>
  readLog(): Promise<Entry[]>
  judge(db?: string): Promise<Verdict>
}

const cleanUp = cleanUpAfter('each')

export const openSystemChild = async (dataDir?: string): Promise<SystemChild> => {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'firsttouch-faults-')))
  if (!dataDir)
    cleanUp.push(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
  const start = async (env: Record<string, string> = {}): Promise<System> => {
    const child = startChild('../testing/system-process.ts', {
      PORT: '0',
      DATA_DIR: directory,
      STAFF_USERNAME: STAFF.username,
      STAFF_PASSWORD: STAFF.password,
      RATE_LIMIT_FORMS_PER_MINUTE: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
      ...env,
    })
    cleanUp.push(() => child.end('SIGKILL'))
    const line = await child.says(/^listening /)
    return { ...child, url: line.replace('listening ', ''), engine: () => engineOf(child.pid, directory) }
  }
  const withRecords = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const records = await openPostgres({ dataDir: directory })
    try {
      return await work(records.sql)
    } finally {
      await records.close()
    }
  }
  const withRunning = async (work: (sql: Sql) => Promise<void>): Promise<void> => {
    const { sql, close } = await openPostgresFromEnv({ DATA_DIR: directory })
    try {
      await work(sql)
    } finally {
      await close()
    }
  }
  return {
    dataDir: directory,
    start,
    caughtUp: (timeoutMs = 180_000, db = DB) =>
      withRunning(sql => until(() => isCaughtUp(sql, db), timeoutMs)),
    outboxIsEmpty: () => withRunning(sql => until(() => isOutboxEmpty(sql), 60_000)),
    countLeads: () =>
      withRecords(async sql => {
        const [row] = await sql<{ leads: number; addresses: number }[]>`
          SELECT count(*)::int AS leads, count(DISTINCT email)::int AS addresses FROM leads`
        return row ?? { leads: 0, addresses: 0 }
      }),
    readLog: () => withRecords(readLogTable),
    judge: async (db = DB) => {
      const entries = await withRecords(readLogTable)
      const clickhouse = await openClickHouse({ dataDir: directory })
      try {
        return await judge(entries, clickhouse.client(), db)
      } finally {
        await clickhouse.close()
      }
    },
  }
}

const isCaughtUp = async (sql: Sql, db: string): Promise<boolean> => {
  const [row] = await sql<{ behind: string }[]>`
    SELECT sum(log.next_offset - coalesce(consumer.next_offset, 0)) AS behind FROM log_partitions AS log
    LEFT JOIN log_consumers AS consumer ON consumer.partition = log.partition AND consumer_group = ${groupOf(db)}`
  return Number(row?.behind) === 0
}

const isOutboxEmpty = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<
    { unsent: number }[]
  >`SELECT count(*)::int AS unsent FROM outbox WHERE sent_at IS NULL`
  return row?.unsent === 0
}

const engineOf = async (parent: number, dataDir: string): Promise<number> => {
  const found = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')
  for (const pid of found.trim().split(' '))
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(`embedded/engine/process.ts\0${dataDir}\0`))
      return Number(pid)
  throw new Error(`Process ${parent} has no engine.`)
}

/** Ids of all events in the log. */
export const idsOf = (entries: Entry[]): Set<string> =>
  new Set(
    entries.flatMap(({ value }) =>
      (JSON.parse(value) as { events: { id: string }[] }).events.map(({ id }) => id),
    ),
  )
