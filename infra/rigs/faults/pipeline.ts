/** Projectors in this process over real stores. A test can put faults between them. */

import type { ClickHouseClient } from '@clickhouse/client'
import { runGenerations } from '@firsttouch/projector/generations/generations'
import { withoutRest } from '@firsttouch/projector/testing/without-rest'
import type { Log, LogEntry } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import type { Sql } from '../../stores/postgres.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { readLogTable } from '../testing/log/log-table.ts'
import { openTestClickHouse, openTestPostgres } from '../testing/stores.ts'
import { until } from '../testing/until.ts'
import { type Child, startChild } from './child.ts'
import { judge, type Verdict } from './judge.ts'
import type { ProjectorEnv } from './projector.ts'

export type Pipeline = {
  sql: Sql
  /** PostgreSQL's address. */
  url: string
  log: Log
  clickhouse: { client(): ClickHouseClient }
  db: string
  append(entries: LogEntry[]): Promise<void>
  /** Starts a projector. The first one leads, further ones stand by. `errors`: what it reported. */
  start(withClient?: WithClient): Running
  /** Starts a projector in its own process, which a test can kill or freeze. */
  startProcess(env?: Partial<ProjectorEnv>): Child
  caughtUp(timeoutMs?: number): Promise<void>
  judge(): Promise<Verdict>
}
type WithClient = (client: ClickHouseClient) => ClickHouseClient
export type Running = { errors: unknown[]; stop(): Promise<void> }

const cleanUp = cleanUpAfter('each')

let generations = 0

export const openPipeline = async (): Promise<Pipeline> => {
  const { sql, url } = await openTestPostgres()
  const { clickhouse } = await openTestClickHouse()
  const engine = new URL(clickhouse.engine?.url ?? '')
  engine.username = 'default'
  engine.password = clickhouse.engine?.password ?? ''
  generations += 1
  const db = `firsttouch_${generations}`
  await sql`UPDATE read_models SET generation = ${generations}`
  const log = await openLog(url)
  cleanUp.push(log.close)
  return {
    ...{ sql, url, log, clickhouse, db },
    append: async entries => {
      for (let from = 0; from < entries.length; from += 500) await log.append(entries.slice(from, from + 500))
    },
    start: (withClient = same) => start({ sql, log, clickhouse }, withClient),
    startProcess: env => {
      const stores = { RECORDS_URL: url, LOG_URL: url, CLICKHOUSE_URL: engine.href, DATA_DIR: '' }
      const child = startChild('projector.ts', { ...stores, ...env })
      cleanUp.push(() => child.end('SIGKILL'))
      return child
    },
    caughtUp: (timeoutMs = 60_000) =>
      until(
        async () => (await log.positions(`projector-${db}`)).every(({ end, committed }) => committed === end),
        timeoutMs,
      ),
    judge: async () => judge(await readLogTable(sql), clickhouse.client(), db),
  }
}

const start = (
  { sql, log, clickhouse }: Pick<Pipeline, 'sql' | 'log' | 'clickhouse'>,
  withClient: WithClient,
) => {
  const stopping = new AbortController()
  const errors: unknown[] = []
  const done = runGenerations({
    log,
    clickhouse: { client: () => withClient(clickhouse.client()) },
    sql,
    signal: stopping.signal,
    onError: error => errors.push(error),
    resting: withoutRest,
  })
  done.catch(error => errors.push(error))
  const stop = async () => {
    stopping.abort()
    await done
  }
  cleanUp.push(() => stop().catch(() => undefined))
  return { errors, stop }
}

const same = <T>(part: T): T => part
