/** Real stores for tests: one server and one engine for all test files of a process, a new database for each call. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { type ClickHouse, openClickHouse } from '../../stores/clickhouse.ts'
import { openPostgres, type Postgres } from '../../stores/postgres.ts'
import { cleanUpAfter } from './clean-up.ts'
import { copyMigrated, MIGRATED, makeMigrated } from './clickhouse-template.ts'
import { copyPostgresTemplate, TEMPLATE_DATABASE } from './postgres/template.ts'

const cleanUp = cleanUpAfter('all')

let server: Promise<Postgres> | undefined
let engine: Promise<ClickHouse> | undefined
let databases = 0

/** Other tests may keep the machine busy. */
const REQUEST_TIMEOUT_MS = 300_000

const temporaryDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'firsttouch-test-'))

const openServer = async (): Promise<Postgres> => {
  const dataDir = await temporaryDirectory()
  await copyPostgresTemplate(dataDir)
  return openPostgres({ dataDir })
}

/** A new database with every migration applied, until the end of the test file. */
export const openTestPostgres = async (): Promise<Postgres> => {
  server ??= openServer()
  const { sql, url } = await server
  databases += 1
  const name = `test_${databases}`
  await sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(TEMPLATE_DATABASE)}`
  const postgres = await openPostgres({ url: databaseUrl(url, name), dataDir: '' })
  cleanUp.push(async () => {
    await postgres.close()
    await sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`
  })
  return postgres
}

const databaseUrl = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = database
  return changed.href
}

const openEngine = async (): Promise<ClickHouse> => {
  const clickhouse = await openClickHouse({
    dataDir: await temporaryDirectory(),
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
  })
  const client = clickhouse.client()
  await makeMigrated(client)
  await client.close()
  return clickhouse
}

export type TestClickHouse = {
  clickhouse: Pick<ClickHouse, 'client' | 'engine'>
  client: ClickHouseClient
  /** Name of a new database with every migration applied. */
  db: string
  close(): Promise<void>
}

/** `name`: the database's name, if the product expects a certain one. */
export const openTestClickHouse = async (name?: string): Promise<TestClickHouse> => {
  engine ??= openEngine()
  const { client: open, engine: address } = await engine
  const clients: ClickHouseClient[] = []
  const client = () => {
    const opened = open()
    clients.push(opened)
    return opened
  }
  databases += 1
  const db = name ?? `test_${databases}`
  const own = client()
  await copyMigrated(own, db)
  const close = async () => {
    await own.command({ query: `DROP DATABASE IF EXISTS ${db}` })
  }
  cleanUp.push(async () => {
    await dropDatabases(client())
    await Promise.all(clients.map(client => client.close()))
  })
  return { clickhouse: { client, engine: address }, client: own, db, close }
}

/** Drops all test databases, including those that the test itself created. */
const dropDatabases = async (client: ClickHouseClient): Promise<void> => {
  const found = await client.query({
    query: `SELECT name FROM system.databases WHERE lower(name) NOT IN ('system', 'default', 'information_schema', '${MIGRATED}')`,
    format: 'JSONEachRow',
  })
  for (const { name } of await found.json<{ name: string }>())
    await client.command({ query: `DROP DATABASE IF EXISTS \`${name}\`` })
}
