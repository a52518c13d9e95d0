/** Gives analysts access to views of the serving read models. The embedded engine also gets an SQL port. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Stores } from '../open-stores.ts'
import type { Env } from '../platform/env.ts'
import { isAlive } from '../platform/is-alive.ts'
import { takeSnapshot } from '../stores/embedded/engine/snapshot.ts'
import { followServing, published } from './publish.ts'
import { openAnalystsEngine } from './sql-port/analysts-engine.ts'
import { REPORTING } from './sql-port/guard.ts'
import { openSqlPort } from './sql-port/server.ts'
import { answerAnalyst, type Question } from './sql-port/session.ts'
import { Refused } from './sql-port/tokens.ts'

type AnalystsEnv = Pick<Env, 'CLICKHOUSE_URL' | 'DATA_DIR' | 'REPORT_TIMEZONE' | 'SQL_PORT'>

/** Throws an error for the operator when the SQL port is taken. */
export const openAnalysts = async (
  env: AnalystsEnv,
  { sql, clickhouse }: Pick<Stores, 'sql' | 'clickhouse'>,
  onError: (error: unknown) => void,
): Promise<{ port: number | undefined; close(): Promise<void> }> => {
  const stop = new AbortController()
  const client = clickhouse.client()
  // Runs one snapshot or publication at a time, because a snapshot during a publication could lack views.
  const alone = pLimit(1)
  const port = clickhouse.engine ? await openPort(env, clickhouse.client(), alone) : undefined
  const { signal } = stop
  const following = followServing({ sql, client, timeZone: env.REPORT_TIMEZONE, signal, onError, alone })
  return {
    port: port?.port,
    close: async () => {
      stop.abort()
      await following
      await port?.close()
    },
  }
}

const openPort = async (
  { DATA_DIR, SQL_PORT }: AnalystsEnv,
  client: ClickHouseClient,
  alone: LimitFunction,
) => {
  const token = await sqlToken(DATA_DIR)
  const dataDir = resolve(DATA_DIR)
  const engine = openAnalystsEngine({
    dataDir,
    takeSnapshot: target =>
      alone(async () => takeSnapshot(client, dataDir, target, await databasesOf(client))),
  })
  const answer = (question: Question, signal: AbortSignal) =>
    engine.ask(asker => answerAnalyst(asker)(question, signal))
  const port = await openSqlPort({ port: SQL_PORT ?? 0, token, answer }).catch(error => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${SQL_PORT} for analysts is taken by another program. Set SQL_PORT to another one.`)
  })
  await writeFile(portFile(DATA_DIR), `${port.port} ${process.pid}`, { mode: 0o600 })
  return {
    port: port.port,
    close: async () => {
      await rm(portFile(DATA_DIR), { force: true })
      await port.close()
      await engine.close()
    },
  }
}

/** Databases to copy: the views and their read models. Leaves out other generations, which may be dropped meanwhile. */
const databasesOf = async (client: ClickHouseClient): Promise<string[]> => {
  const about = await published(client, REPORTING)
  if (!about) throw new Refused('The views are not there yet. Ask again in a moment.', 202)
  return [REPORTING, about.read_models]
}

const portFile = (dataDir: string): string => resolve(dataDir, 'sql-port')

/** Token for the SQL port, stored in the data directory. Every user who can read the directory can query. */
const sqlToken = async (dataDir: string): Promise<string> => {
  const file = resolve(dataDir, 'sql-token')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}

/** undefined if no process serves an SQL port for the data directory. */
export const runningSqlPort = async (dataDir: string) => {
  const [port, pid] = (await readFile(portFile(dataDir), 'utf8').catch(() => '')).split(' ')
  // A killed process leaves its port file behind, and another program may be using the port by now.
  if (!port || !isAlive(Number(pid))) return undefined
  const url = `http://127.0.0.1:${port}`
  const answer = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.ok ? { url, token: await sqlToken(dataDir) } : undefined
}
