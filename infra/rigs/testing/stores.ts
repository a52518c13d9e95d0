/** Real stores for tests: one server and one engine for a test file, a fresh database for each call. */
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { type ClickHouse, openClickHouse } from '../../stores/clickhouse.ts'
import { migrateClickHouse } from '../../stores/migrate.ts'
import { openPostgres, type Postgres } from '../../stores/postgres.ts'
import { cleanUpAfter } from './clean-up.ts'
import { copyPostgresTemplate, RELAXED, TEMPLATE_DATABASE } from './postgres-template.ts'

const cleanUp = cleanUpAfter('all')

const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-test-'))
  cleanUp.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

let server: Promise<Postgres> | undefined
let engine: Promise<ClickHouse> | undefined
let databases = 0

const openServer = async (): Promise<Postgres> => {
  const dataDir = await temporaryDirectory()
  await copyPostgresTemplate(dataDir)
  await appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), RELAXED)
  const postgres = await openPostgres({ dataDir })
  cleanUp.push(postgres.close)
  return postgres
}

/** A database of its own with every migration applied. `close` is also done at the end of the test file. */
export const openTestPostgres = async (): Promise<Postgres> => {
  server ??= openServer()
  const { sql, url } = await server
  databases += 1
  const name = `test_${databases}`
  await sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(TEMPLATE_DATABASE)}`
  const postgres = await openPostgres({ url: databaseUrl(url, name), dataDir: '' })
  cleanUp.push(postgres.close)
  return postgres
}

const databaseUrl = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = database
  return changed.href
}

const openEngine = async (): Promise<ClickHouse> => {
  const clickhouse = await openClickHouse({ dataDir: await temporaryDirectory() })
  cleanUp.push(clickhouse.close)
  return clickhouse
}

export type TestClickHouse = {
  clickhouse: Pick<ClickHouse, 'client'>
  /** A session of its own. */
  client: ClickHouseClient
  /** The name of a database of its own, with every migration applied. */
  db: string
  close(): Promise<void>
}

export const openTestClickHouse = async (): Promise<TestClickHouse> => {
  engine ??= openEngine()
  const clickhouse = await engine
  databases += 1
  const db = `test_${databases}`
  const client = clickhouse.client()
  await migrateClickHouse(client, db)
  // The engine closes its sessions at the end of the test file; the data goes with its directory.
  const close = async () => {
    await client.command({ query: `DROP DATABASE IF EXISTS ${db}` })
  }
  return { clickhouse, client, db, close }
}
