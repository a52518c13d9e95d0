/**
 * Replicas need Keeper, and a cluster several servers: here the engine plans each statement up to the point where it looks
 * for one of them, and a stand-in for what they would do takes the statements through the migrations.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { VIEWS } from '../reporting/publish.ts'
import { createView } from '../reporting/view.ts'
import { migrateAsBefore180 } from '../rigs/testing/before-180.ts'
import { openTestClickHouse } from '../rigs/testing/stores.ts'
import {
  CLUSTER_SETTINGS,
  change,
  clusterOf,
  distributedTable,
  makeDatabases,
  statementIn,
} from './cluster.ts'
import { migrateClickHouse, statementsOf } from './migrate.ts'

const folder = join(import.meta.dirname, '..', 'migrations', 'clickhouse')
const statements = readdirSync(folder)
  .toSorted()
  .flatMap(name => statementsOf(readFileSync(join(folder, name), 'utf8')))
const creates = statements.filter(statement => statement.includes('CREATE TABLE'))
const CLUSTER = 'firsttouch'

let client: ClickHouseClient
let db: string
let keys: { name: string; key: string }[]
const rows = async <T>(query: string): Promise<T[]> =>
  (await client.query({ query, format: 'JSONEachRow' })).json()
beforeAll(async () => {
  ;({ client, db } = await openTestClickHouse())
  await client.command({ query: 'CREATE DATABASE planned_local' })
  keys = await rows(`SELECT name, sorting_key AS key FROM system.tables WHERE database = '${db}'`)
})
const codeOf = (query: string): Promise<unknown> =>
  client.command({ query }).then(
    () => 'done',
    error => error.code,
  )

/** Not found; for ALTER, prohibited as there is no queue of a cluster's statements. */
const NO_CLUSTER = /^(701|392)$/
const NO_KEEPER = '225'

test('the engine reads what names the cluster, and only misses it', async () => {
  expect(await codeOf("CREATE TABLE x ON CLUSTER 'c' (a nonsense)")).not.toMatch(NO_CLUSTER)
  for (const query of makeDatabases('planned', CLUSTER))
    expect(await codeOf(query), query).toMatch(NO_CLUSTER)
  const target = { db, timeZone: 'UTC', onCluster: ` ON CLUSTER '${CLUSTER}'` }
  for (const view of VIEWS) expect(await codeOf(createView(view, target)), view.name).toMatch(NO_CLUSTER)
})

test('the engine plans the replicated databases, and only misses Keeper', async () => {
  for (const query of makeDatabases('absent', CLUSTER)) {
    const planned = query
      .replace(` ON CLUSTER '${CLUSTER}'`, '')
      .replace("'{shard}', '{replica}'", "'1', '1'")
    expect(await codeOf(planned), planned).toBe(NO_KEEPER)
  }
})

test('the engine plans every replicated table, and only misses Keeper', async () => {
  expect(creates.length).toBeGreaterThan(10)
  for (const statement of creates) {
    // The place in Keeper is the server's default, made of macros of its configuration.
    const planned = statementIn(statement, 'planned', CLUSTER).replace(
      /ENGINE = ReplicatedReplacingMergeTree(?:\((.*)\))?/,
      (_, given) => `ENGINE = ReplicatedReplacingMergeTree('/tables/1', '1'${given ? `, ${given}` : ''})`,
    )
    expect(planned).toContain("ReplicatedReplacingMergeTree('/tables/1'")
    expect(await codeOf(planned), planned).toBe(NO_KEEPER)
  }
})

describe('rows that replace each other meet on one shard', () => {
  test('every table is cut by its whole sorting key, which the engine can compute', async () => {
    expect(keys.length).toBeGreaterThan(10)
    for (const { name, key } of keys) {
      const query = distributedTable(db, name, key, CLUSTER)
      expect(query).toContain(`cityHash64(${key}))`)
      await rows(`SELECT cityHash64(${key}) FROM ${db}.${name}`)
      const planned = query
        .replace(`${db}.${name}`, `planned_local.${name}`)
        .replace(`${db}_local.`, `${db}.`)
      expect(await codeOf(planned), query).toMatch(NO_CLUSTER)
    }
  })
})

const MACROS = { shard: '1', firsttouch_cluster: CLUSTER, replica: 'a' }
const valuesOf = (columns: string, pairs: Record<string, string>): string =>
  `values('${columns}', ${Object.entries(pairs).map(([name, value]) => `('${name}', '${value}')`)})`

/**
 * A cluster of one: databases are plain, tables are not replicated, and Distributed ones read the local ones. What it says of itself
 * stands among other things, as in a server.
 */
const standIn = (
  told: string[],
  macros: Record<string, string> = MACROS,
  settings: Record<string, string> = { max_threads: '2', ...CLUSTER_SETTINGS },
): ClickHouseClient =>
  Object.assign(Object.create(client), {
    query: (given: Parameters<ClickHouseClient['query']>[0]) =>
      client.query({
        ...given,
        query: given.query
          .replace('system.macros', valuesOf('macro String, substitution String', macros))
          .replace('system.settings', valuesOf('name String, value String', settings)),
      } as Parameters<ClickHouseClient['query']>[0]),
    command: (given: Parameters<ClickHouseClient['command']>[0]) => {
      told.push(given.query)
      const query = given.query
        .replace(` ON CLUSTER '${CLUSTER}'`, '')
        .replace(/ENGINE = Replicated\(.*\)/, '')
        .replace('ENGINE = Replicated', 'ENGINE = ')
        .replace(
          /ENGINE = Distributed\('\w+', '(\w+)', '(\w+)'.*/,
          (_, local, table) => `ENGINE = Merge('${local}', '^${table}$')`,
        )
      return client.command({ ...given, query })
    },
    insert: ({ table, ...given }: Parameters<ClickHouseClient['insert']>[0]) =>
      client.insert({ ...given, table: table.replace('.', '_local.') } as Parameters<
        ClickHouseClient['insert']
      >[0]),
  })

test('migrations fill the local database, and the other shows every table and column of it, also those of later files', async () => {
  const told: string[] = []
  await migrateClickHouse(standIn(told), 'spread')
  const shown = () =>
    rows(`SELECT table, name, type FROM system.columns WHERE database = 'spread' ORDER BY ALL`)
  const local = () =>
    rows(`SELECT table, name, type FROM system.columns WHERE database = 'spread_local' ORDER BY ALL`)
  expect(await shown()).toEqual(await local())
  expect(await rows(`SELECT DISTINCT table FROM system.columns WHERE database = 'spread'`)).toHaveLength(
    keys.length,
  )

  const before = told.length
  await migrateClickHouse(standIn(told), 'spread')
  expect(told.slice(before).filter(query => query.includes('Distributed'))).toEqual([])

  await client.command({ query: 'ALTER TABLE spread_local.spend ADD COLUMN later UInt8' })
  await migrateClickHouse(standIn(told), 'spread')
  expect(await shown()).toEqual(await local())
  expect(told.filter(query => query.includes("'spend'"))).toHaveLength(2)
})

test('a table that a migration removes is shown no more, and none of its rows is copied: the log is read again', async () => {
  await migrateAsBefore180(standIn([]), 'older')
  await client.command({
    query: 'INSERT INTO older_local.progress (partition, next_offset, edition) VALUES (0, 9, 5)',
  })
  const told: string[] = []
  await migrateClickHouse(standIn(told), 'older')
  const tablesOf = (database: string) =>
    rows(`SELECT name FROM system.tables WHERE database = '${database}' ORDER BY name`)
  expect(await tablesOf('older')).toEqual(await tablesOf('older_local'))
  expect(await tablesOf('older')).toHaveLength(keys.length)
  expect(told.filter(query => query.includes('INSERT INTO'))).toEqual([])
  expect(await rows('SELECT edition FROM older.progress')).toEqual([{ edition: 5 }])
})

test('what changes or removes rows does so in the local tables', async () => {
  await migrateClickHouse(standIn([]), 'changed')
  const told: string[] = []
  await change(standIn(told), 'changed', { query: 'ALTER TABLE {db}.session_events DELETE WHERE true' })
  expect(told).toEqual(['ALTER TABLE changed_local.session_events DELETE WHERE true'])
})

test('the settings are ones that the engine knows, and the profile for servers says the same', async () => {
  const names = Object.keys(CLUSTER_SETTINGS)
  const known = await rows(`SELECT name FROM system.settings WHERE name IN ('${names.join("', '")}')`)
  expect(known).toHaveLength(names.length)
  const xml = readFileSync(
    join(import.meta.dirname, '..', 'deploy', 'docker', 'clickhouse', 'cluster-profile.xml'),
    'utf8',
  )
  for (const [name, value] of Object.entries(CLUSTER_SETTINGS))
    expect(xml).toContain(`<${name}>${value}</${name}>`)
})

test('nothing but `change` alters rows that are there', () => {
  const projector = join(import.meta.dirname, '..', '..', 'projector')
  const texts = readdirSync(projector, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/test|testing|node_modules/.test(name))
    .map(name => ({ name, text: readFileSync(join(projector, name), 'utf8') }))
  const alters = /(?:ALTER TABLE|DELETE FROM|TRUNCATE TABLE) (\$\{|\{db\})/g
  const statements = texts.flatMap(({ name, text }) =>
    [...text.matchAll(alters)].map(([, database]) => ({ name, database })),
  )
  expect(statements.length).toBeGreaterThan(2)
  expect(statements.filter(({ database }) => database !== '{db}')).toEqual([])
  expect(texts.filter(({ text }) => /DROP \w+ IF EXISTS/.test(text)).map(({ name }) => name)).toEqual([])
})

test('the macro names the cluster, without it there is none, and settings that would lose counts are refused', async () => {
  expect(await clusterOf(client)).toBeUndefined()
  expect(await clusterOf(standIn([], { shard: '1' }))).toBeUndefined()
  expect(await clusterOf(standIn([]))).toBe(CLUSTER)
  const poor = { ...CLUSTER_SETTINGS, insert_quorum: '0' }
  await expect(clusterOf(standIn([], MACROS, poor))).rejects.toThrow('must say insert_quorum = auto: ')
})
