/**
 * ClickHouse on several machines. One setting says so: the server's macro `firsttouch_cluster`, the name of its cluster in
 * `remote_servers`. Then every table of the migrations becomes a replicated one on each shard, `<name>_local`, and a
 * Distributed one over them, under the name that everything else knows.
 *
 * Counts stay exact because rows that replace each other always meet: a table is cut by columns of its sorting key, so
 * that a row and its later version are on one shard, where FINAL sees both. `events` is cut by its id and not by its
 * session, as a sender may use an id twice with another session.
 */
import type { ClickHouseClient } from '@clickhouse/client'

/** What each table is cut by: columns of its sorting key alone. */
export const SHARD_BY: Record<string, string> = {
  events: 'cityHash64(id)',
  occurrences: 'cityHash64(id)',
  traffic_minutes: 'toUInt32(minute)',
  traffic_quarters: 'toUInt32(quarter)',
  variant_minutes: 'toUInt32(minute)',
  variant_quarters: 'toUInt32(quarter)',
  exposures: 'cityHash64(session)',
  session_conversions: 'cityHash64(session)',
  arm_minutes: 'toUInt32(session_minute)',
  arm_quarters: 'toUInt32(session_quarter)',
  session_visits: 'cityHash64(session)',
  visitor_minutes: 'toUInt32(session_minute)',
  visitor_quarters: 'toUInt32(session_quarter)',
  touches: 'cityHash64(session)',
  leads: 'cityHash64(lead)',
  campaign_settings: 'cityHash64(campaign)',
  session_traffic: 'cityHash64(session)',
  landing_minutes: 'toUInt32(session_minute)',
  landing_quarters: 'toUInt32(session_quarter)',
  device_quarters: 'toUInt32(session_quarter)',
  progress: 'toUInt32(partition)',
  migrations: 'toUInt32(0)',
}

const MACRO = 'firsttouch_cluster'

/** What makes a read see every write before it, wherever it is answered. */
export const CLUSTER_SETTINGS = {
  insert_quorum: 'auto',
  insert_quorum_parallel: '0',
  select_sequential_consistency: '1',
  distributed_foreground_insert: '1',
  distributed_product_mode: 'global',
  optimize_skip_unused_shards: '1',
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

/** Changes or removes what is there: on a cluster, on every shard. */
export const change = async (
  client: ClickHouseClient,
  { query, ...given }: Parameters<ClickHouseClient['command']>[0],
): Promise<void> => {
  const cluster = await clusterOf(client)
  for (const each of cluster ? forCluster(query, cluster) : [query])
    await client.command({ ...given, query: each })
}

/** One statement as a cluster is told it. Throws when a table does not say what it is cut by. */
export const forCluster = (statement: string, cluster: string): string[] => {
  if (/^\s*DROP DATABASE/.test(statement)) return [`${statement.trimEnd()}${onCluster(cluster)} SYNC`]
  const table = tableAfter(statement, 'CREATE TABLE IF NOT EXISTS ')
  if (table) return [localTable(statement, table, cluster), distributedTable(table, cluster)]
  const altered = ['ALTER TABLE ', 'DELETE FROM ', 'TRUNCATE TABLE ']
    .map(words => tableAfter(statement, words))
    .find(name => name !== undefined)
  if (!altered) throw new Error(`This statement has no form for a cluster yet: ${statement.trim()}`)
  const local = statement.replace(altered, `${altered}_local${onCluster(cluster)}`)
  // Indexes and settings are of the local tables alone.
  return /ADD COLUMN|MODIFY COLUMN|COMMENT COLUMN/.test(statement)
    ? [local, statement.replace(altered, `${altered}${onCluster(cluster)}`)]
    : [local]
}

const tableAfter = (statement: string, words: string): string | undefined => {
  const at = statement.indexOf(words)
  return at < 0 ? undefined : /^\w+\.\w+/.exec(statement.slice(at + words.length))?.[0]
}

const localTable = (statement: string, table: string, cluster: string): string =>
  statement
    .replace(table, `${table}_local${onCluster(cluster)}`)
    .replace(/ENGINE = (\w+)(?:\(([^)]*)\))?/, (_, engine: string, given?: string) => {
      const place = [`'/clickhouse/tables/{uuid}/{shard}'`, `'{replica}'`]
      return `ENGINE = Replicated${engine}(${[...place, ...(given ? [given] : [])].join(', ')})`
    })

const distributedTable = (table: string, cluster: string): string => {
  const [db = '', name = ''] = table.split('.')
  const key = SHARD_BY[name]
  if (!key) throw new Error(`infra/stores/cluster.ts does not say what the table ${name} is cut by.`)
  return `CREATE TABLE IF NOT EXISTS ${table}${onCluster(cluster)} AS ${table}_local ENGINE = Distributed('${cluster}', '${db}', '${name}_local', ${key})`
}
