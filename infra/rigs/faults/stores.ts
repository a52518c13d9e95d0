/** Stores of a fault test. This process holds PostgreSQL and the log. The ClickHouse engine runs in the projector's process, which the test kills. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log, LogEntry } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import type { Sql } from '../../stores/postgres.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { readLogTable } from '../testing/log/log-table.ts'
import { openTestPostgres } from '../testing/stores.ts'
import { until } from '../testing/until.ts'
import { type Child, startChild } from './child.ts'
import { judge, type Verdict } from './judge.ts'
import type { ProjectorEnv } from './projector.ts'

export const GROUP = 'projector-firsttouch_1'
export const DB = 'firsttouch_1'

export type FaultStores = {
  sql: Sql
  /** Address of the records and of the log. */
  url: string
  log: Log
  dataDir: string
  append(entries: LogEntry[]): Promise<void>
  /** Resolves when the projector has handled the whole log. */
  caughtUp(timeoutMs?: number): Promise<void>
  /** Starts a projector in its own process. Only one may run. */
  startProjector(env?: Partial<ProjectorEnv>): Child
  /** Projects the rest of the log without faults. */
  projectAll(): Promise<void>
  /** Only while no process has the engine's directory open. */
  withEngine<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T>
  judge(): Promise<Verdict>
}

const cleanUp = cleanUpAfter('each')

export const openFaultStores = async (): Promise<FaultStores> => {
  const { sql, url } = await openTestPostgres()
  const log = await openLog(url)
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-faults-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }), log.close)
  const caughtUp = (timeoutMs = 240_000) =>
    until(
      async () => (await log.positions(GROUP)).every(({ end, committed }) => committed === end),
      timeoutMs,
    )
  const startProjector = (env: Partial<ProjectorEnv> = {}): Child => {
    const child = startChild('projector.ts', {
      RECORDS_URL: url,
      LOG_URL: url,
      DATA_DIR: dataDir,
      ...env,
    })
    cleanUp.push(() => child.end('SIGKILL'))
    return child
  }
  const withEngine: FaultStores['withEngine'] = async work => {
    const clickhouse = await openClickHouse({ dataDir })
    try {
      return await work(clickhouse.client())
    } finally {
      await clickhouse.close()
    }
  }
  return {
    sql,
    url,
    log,
    dataDir,
    append: async entries => {
      for (let from = 0; from < entries.length; from += 500) await log.append(entries.slice(from, from + 500))
    },
    caughtUp,
    startProjector,
    projectAll: async () => {
      const child = startProjector()
      // A projector that re-reads entries starts below the checkpoint. The checkpoint then does not show its progress,
      // so read its output.
      for (const { partition, end } of await log.positions(GROUP)) {
        const start = await child.says(new RegExp(`^start ${partition} `))
        if (Number(start.split(' ')[2]) < end) await child.says(new RegExp(`^done ${partition} ${end}$`))
      }
      await caughtUp()
      const code = await child.end('SIGTERM')
      if (code !== 0) throw new Error(`The projector ended with ${code}.\n${child.errors.join('\n')}`)
    },
    withEngine,
    judge: async () => {
      const entries = await readLogTable(sql)
      return withEngine(client => judge(entries, client, DB))
    },
  }
}
