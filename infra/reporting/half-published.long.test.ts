/** Queries that arrive while the views are being published: at the first start, and when another generation begins to serve. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { readEnv } from '../platform/env.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { until } from '../rigs/testing/until.ts'
import { type ClickHouse, openClickHouse } from '../stores/clickhouse.ts'
import { migrateClickHouse } from '../stores/migrate.ts'
import { openAnalysts, runningSqlPort } from './analysts.ts'
import { VIEWS } from './publish.ts'
import { SNAPSHOT_MAX_AGE_MS } from './sql-port/analysts-engine.ts'

/** Delay of each changing statement in ms. A publication then takes three seconds, and the query arrives in its middle. */
const SLOW_MS = 120

test('an analyst who asks during a publication gets every view, of one generation', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-half-published-'))
  const [{ sql }, engine] = [await openTestPostgres(), await openClickHouse({ dataDir })]
  const owner = engine.client()
  for (const db of ['firsttouch_1', 'firsttouch_2']) await migrateClickHouse(owner, db)
  const failed: unknown[] = []
  const env = readEnv({ DATA_DIR: dataDir })
  const analysts = await openAnalysts(env, { sql, clickhouse: slowly(engine) }, error => failed.push(error))
  const client = await connectAnalyst(dataDir)
  try {
    await until(async () => (await countViews(owner)) > 3, 10_000)
    const first = await Promise.all(VIEWS.map(({ name }) => count(client, name)))
    expect(first).toEqual(VIEWS.map(({ name }) => (name === 'about' ? 1 : expect.any(Number))))
    expect(await shown(client)).toBe('firsttouch_1')

    await sleep(SNAPSHOT_MAX_AGE_MS)
    await sql`INSERT INTO read_models (generation, state) VALUES (2, 'building')`
    await sql`UPDATE read_models SET state = 'kept' WHERE generation = 1`
    await sql`UPDATE read_models SET state = 'serving' WHERE generation = 2`
    await until(async () => (await countViews(owner, 'firsttouch_2')) > 3, 10_000)
    await Promise.all(VIEWS.map(({ name }) => count(client, name)))
    expect(await shown(client)).toBe('firsttouch_2')
    expect(failed).toEqual([])
  } finally {
    await client.close()
    await analysts.close()
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

const slowly = (engine: ClickHouse): Pick<ClickHouse, 'client' | 'engine'> => ({
  engine: engine.engine,
  client: () => {
    const client = engine.client()
    const command: typeof client.command = given => sleep(SLOW_MS).then(() => client.command(given))
    return Object.assign(Object.create(client), { command })
  },
})

const connectAnalyst = async (dataDir: string): Promise<ClickHouseClient> => {
  const port = await runningSqlPort(dataDir)
  return createClient({
    url: port?.url ?? '',
    username: 'analyst',
    password: port?.token ?? '',
    database: 'reporting',
  })
}

/** Counts the views, or only those that read the generation `of`. */
const countViews = async (client: ClickHouseClient, of = ''): Promise<number> => {
  const query = `SELECT toUInt32(count()) AS n FROM system.tables WHERE database = 'reporting' AND create_table_query LIKE '%${of}%'`
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: number }>()
  return row?.n ?? 0
}

const count = async (client: ClickHouseClient, view: string): Promise<number> => {
  const query = `SELECT toUInt32(count()) AS n FROM ${view}`
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: number }>()
  return row?.n ?? -1
}

const shown = async (client: ClickHouseClient): Promise<string | undefined> => {
  const answer = await client.query({ query: 'SELECT read_models FROM about', format: 'JSONEachRow' })
  return (await answer.json<{ read_models: string }>())[0]?.read_models
}
