/**
 * ClickHouse on several machines. One setting says so: the server's macro `firsttouch_cluster`, the name of its cluster in
 * `remote_servers`. Then the migrations make their tables, replicated, in a database `<name>_local` of each shard, and
 * `<name>` has a Distributed table over each of them. Both databases are of the engine `Replicated`, which carries every
 * statement to every server, and to those that join later.
 *
 * Counts stay exact because rows that replace each other always meet: a table is cut by its whole sorting key, so that a
 * row and its later version are on one shard, where FINAL sees both.
 */
import type { ClickHouseClient } from '@clickhouse/client'

const MACRO = 'firsttouch_cluster'

/** What makes a read see every write before it, wherever it is answered. */
export const CLUSTER_SETTINGS = {
  insert_quorum: 'auto',
  insert_quorum_parallel: '0',
  select_sequential_consistency: '1',
  distributed_foreground_insert: '1',
  distributed_product_mode: 'global',
} as const

/** The name of the cluster, or undefined on a single server and on the embedded engine. Throws when its settings would lose counts. */
export const clusterOf = async (client: ClickHouseClient): Promise<string | undefined> => {
  const macros = await client.query({
    query: `SELECT substitution FROM system.macros WHERE macro = '${MACRO}'`,
    format: 'JSONEachRow',
  })
  const [row] = await macros.json<{ substitution: string }>()
  if (!row) return undefined
  if (!/^[\w-]+$/.test(row.substitution))
    throw new Error(`"${row.substitution}" cannot be the name of a cluster.`)
  await assertSettings(client)
  return row.substitution
}

const assertSettings = async (client: ClickHouseClient): Promise<void> => {
  const names = Object.keys(CLUSTER_SETTINGS)
  const answer = await client.query({
    query: 'SELECT name, value FROM system.settings WHERE name IN {names: Array(String)}',
    query_params: { names },
    format: 'JSONEachRow',
  })
  const found = new Map(
    (await answer.json<{ name: string; value: string }>()).map(row => [row.name, row.value]),
  )
  const wrong = Object.entries(CLUSTER_SETTINGS).filter(([name, value]) => found.get(name) !== value)
  if (wrong.length > 0)
    throw new Error(
      `On a cluster the account's profile must say ${wrong.map(([name, value]) => `${name} = ${value}`).join(', ')}: ` +
        'otherwise a replica that is behind could be counted. See infra/deploy/docker/clickhouse/cluster-profile.xml.',
    )
}

export const onCluster = (cluster: string | undefined): string => (cluster ? ` ON CLUSTER '${cluster}'` : '')

/** The database whose tables hold the rows. */
export const rowsIn = (db: string, cluster: string | undefined): string => (cluster ? `${db}_local` : db)

const databasesOf = (db: string, cluster: string | undefined) => new Set([rowsIn(db, cluster), db])

export const makeDatabases = (db: string, cluster: string | undefined): string[] =>
  [...databasesOf(db, cluster)].map(
    name =>
      `CREATE DATABASE IF NOT EXISTS ${name}` +
      (cluster
        ? `${onCluster(cluster)} ENGINE = Replicated('/clickhouse/databases/${name}', '{shard}', '{replica}')`
        : ''),
  )

export const dropDatabases = async (client: ClickHouseClient, db: string): Promise<void> => {
  const cluster = await clusterOf(client)
  for (const name of [...databasesOf(db, cluster)].toReversed())
    await client.command({
      query: `DROP DATABASE IF EXISTS ${name}${cluster ? `${onCluster(cluster)} SYNC` : ''}`,
    })
}

/** A statement of the migrations, for the database whose tables hold the rows. */
export const statementIn = (statement: string, db: string, cluster: string | undefined): string => {
  const own = statement.replaceAll('{db}', rowsIn(db, cluster))
  return cluster ? own.replace('ENGINE = ', 'ENGINE = Replicated') : own
}

/**
 * A statement of the migrations that copies rows. Not on a cluster: what replaces them later is cut by another sorting key and would
 * be on another shard. There the projector reads the log again, as after every release with new tables.
 */
export const isCopy = (statement: string): boolean => /^(\s*--.*\n)*\s*INSERT INTO/.test(statement)

/** Distributed tables whose own ones a migration removed. */
const LEFT_OVER = `
  SELECT name FROM system.tables WHERE database = {db: String} AND name NOT IN (
    SELECT name FROM system.tables WHERE database = {local: String})`

/** Tables that no Distributed one shows as they are: new ones, and those with other columns since. */
const UNSHOWN = `
  SELECT name, sorting_key AS key FROM system.tables WHERE database = {local: String} AND name IN (
    SELECT table FROM system.columns WHERE database IN ({local: String}, {db: String})
    GROUP BY table, name, type HAVING count() < 2)`

export const distribute = async (client: ClickHouseClient, db: string, cluster: string): Promise<void> => {
  const local = rowsIn(db, cluster)
  const found = await client.query({ query: UNSHOWN, query_params: { db, local }, format: 'JSONEachRow' })
  for (const { name, key } of await found.json<{ name: string; key: string }>())
    await client.command({ query: distributedTable(db, name, key, cluster) })
  const left = await client.query({ query: LEFT_OVER, query_params: { db, local }, format: 'JSONEachRow' })
  for (const { name } of await left.json<{ name: string }>())
    await client.command({ query: `DROP TABLE IF EXISTS ${db}.${name}` })
}

export const distributedTable = (db: string, table: string, sortingKey: string, cluster: string): string => {
  const local = rowsIn(db, cluster)
  return `CREATE OR REPLACE TABLE ${db}.${table} AS ${local}.${table} ENGINE = Distributed('${cluster}', '${local}', '${table}', cityHash64(${sortingKey}))`
}

/** Changes rows that are there; `{db}` in the query stands for the database whose tables hold them. */
export const change = async (
  client: ClickHouseClient,
  db: string,
  { query, ...given }: Parameters<ClickHouseClient['command']>[0],
): Promise<void> => {
  const at = rowsIn(db, await clusterOf(client))
  await client.command({ ...given, query: query.replaceAll('{db}', at) })
}
