/**
 * Two replicas need Keeper, and a cluster several servers: here the engine reads each statement, plans the local table up
 * to the point where it looks for Keeper, and the Distributed one up to where it looks for the cluster.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { VIEWS } from '../reporting/publish.ts'
import { createView } from '../reporting/view.ts'
import { openTestClickHouse } from '../rigs/testing/stores.ts'
import { CLUSTER_SETTINGS, clusterOf, forCluster, SHARD_BY } from './cluster.ts'
import { statementsOf } from './migrate.ts'

const folder = join(import.meta.dirname, '..', 'migrations', 'clickhouse')
const statements = readdirSync(folder)
  .toSorted()
  .flatMap(name => statementsOf(readFileSync(join(folder, name), 'utf8').replaceAll('{db}', 'planned')))
const forms = statements.flatMap(statement => forCluster(statement, 'firsttouch'))
const tables = statements.flatMap(
  statement => /CREATE TABLE IF NOT EXISTS planned\.(\w+)/.exec(statement)?.[1] ?? [],
)

let client: ClickHouseClient
let db: string
beforeAll(async () => {
  ;({ client, db } = await openTestClickHouse())
  await client.command({ query: 'CREATE DATABASE IF NOT EXISTS planned' })
  // What the Distributed tables are over.
  for (const statement of statements.filter(one => one.includes('CREATE TABLE')))
    await client.command({ query: statement.replace(/planned\.\w+/, '$&_local') })
})
const codeOf = (query: string): Promise<unknown> =>
  client.command({ query }).then(
    () => 'done',
    error => error.code,
  )

/** Not found; for ALTER, prohibited as there is no queue of a cluster's statements. */
const NO_CLUSTER = /^(701|392)$/
const NO_KEEPER = '225'

test('the engine reads every statement for a cluster, and only misses the cluster', async () => {
  expect(await codeOf("CREATE TABLE planned.x ON CLUSTER 'c' (a nonsense)")).not.toMatch(NO_CLUSTER)
  expect(forms.length).toBeGreaterThan(2 * 10)
  for (const query of forms) expect(await codeOf(query), query).toMatch(NO_CLUSTER)
  const target = { db: 'planned', timeZone: 'UTC', onCluster: ` ON CLUSTER 'firsttouch'` }
  for (const view of VIEWS) expect(await codeOf(createView(view, target)), view.name).toMatch(NO_CLUSTER)
})

test('the engine plans every replicated table, and only misses Keeper', async () => {
  await client.command({ query: 'CREATE DATABASE IF NOT EXISTS replicated' })
  const local = forms
    .filter(form => form.includes('Replicated'))
    .map(form => form.replace(" ON CLUSTER 'firsttouch'", ''))
  expect(local).toHaveLength(tables.length)
  for (const query of local) {
    expect(query).toMatch(/ENGINE = ReplicatedReplacingMergeTree\('[^']+', '\{replica\}'/)
    // Macros are of a server's configuration.
    const planned = query
      .replace('planned.', 'replicated.')
      .replace("'/clickhouse/tables/{uuid}/{shard}'", "'/tables/1'")
      .replace("'{replica}'", "'1'")
    expect(await codeOf(planned), query).toBe(NO_KEEPER)
  }
})

describe('rows that replace each other meet on one shard', () => {
  test.each(tables)('%s is cut by columns of its sorting key', async table => {
    const answer = await client.query({
      query:
        'SELECT sorting_key AS key FROM system.tables WHERE database = {db: String} AND name = {table: String}',
      query_params: { db, table },
      format: 'JSONEachRow',
    })
    const [row] = await answer.json<{ key: string }>()
    const columns = row?.key.split(', ') ?? []
    const [, cut = ''] = /^\w+\((\w+)\)$/.exec(SHARD_BY[table] ?? '') ?? []
    expect(columns).toContain(cut)
    await client.query({ query: `SELECT ${SHARD_BY[table]} FROM ${db}.${table}`, format: 'JSONEachRow' })
  })
})

test('the settings are ones that the engine knows, and the profile for servers says the same', async () => {
  const answer = await client.query({
    query: 'SELECT name FROM system.settings WHERE name IN {names: Array(String)}',
    query_params: { names: Object.keys(CLUSTER_SETTINGS) },
    format: 'JSONEachRow',
  })
  expect(await answer.json()).toHaveLength(Object.keys(CLUSTER_SETTINGS).length)
  const xml = readFileSync(
    join(import.meta.dirname, '..', 'deploy', 'docker', 'clickhouse', 'cluster-profile.xml'),
    'utf8',
  )
  for (const [name, value] of Object.entries(CLUSTER_SETTINGS))
    expect(xml).toContain(`<${name}>${value}</${name}>`)
})

test('what changes or removes rows does so in the local tables of every shard', async () => {
  const changes = [
    'ALTER TABLE planned.events UPDATE user_agent = {nothing: String} WHERE session = {nothing: String}',
    'ALTER TABLE planned.exposures DELETE WHERE session = {nothing: String}',
    'DELETE FROM planned.progress WHERE partition = 1',
    'TRUNCATE TABLE planned.occurrences',
    'DROP DATABASE IF EXISTS planned',
  ]
  for (const statement of changes) {
    const [form = '', ...more] = forCluster(statement, 'firsttouch')
    expect(more).toEqual([])
    expect(form).toMatch(/planned(\.\w+_local)? ON CLUSTER 'firsttouch'/)
    const asked = client.command({ query: form, query_params: { nothing: '' } })
    expect(
      await asked.then(
        () => 'done',
        error => error.code,
      ),
      form,
    ).toMatch(NO_CLUSTER)
  }
})

test('nothing but `change` alters rows that are there', () => {
  const projector = join(import.meta.dirname, '..', '..', 'projector')
  const own = readdirSync(projector, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/test|testing|node_modules/.test(name))
    .filter(name =>
      /(?:ALTER TABLE|DELETE FROM|TRUNCATE TABLE|DROP \w+ IF EXISTS) \$\{/.test(
        readFileSync(join(projector, name), 'utf8'),
      ),
    )
  expect(own.length).toBeGreaterThan(3)
  for (const name of own)
    expect(readFileSync(join(projector, name), 'utf8'), name).toContain(
      "import { change } from '@firsttouch/infra/stores/cluster'",
    )
})

test('without the macro there is no cluster', async () => {
  expect(await clusterOf(client)).toBeUndefined()
})
