/** ClickHouse: the server that a URL names, or the engine in a child process over the data directory. */
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client'
import { type Engine, startEngine } from './embedded/engine/supervisor.ts'
import { reached } from './reached.ts'

export type ClickHouse = {
  client(): ClickHouseClient
  /** Null for a server that a URL names. */
  engine: Engine | null
  /** Closes every client. When it resolves, another process may open the directory. */
  close(): Promise<void>
}

/**
 * For every insert, INSERT SELECT included. Counts are exact because rows replace each other, not because blocks are
 * recognised: a refresh that writes the same rows once more must not be dropped. The defaults of all of these changed
 * between releases. From ClickHouse 26.2 on.
 */
export const INSERT_SETTINGS = {
  async_insert: 0,
  wait_for_async_insert: 1,
  insert_deduplicate: 0,
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
  deduplicate_blocks_in_dependent_materialized_views: 0,
} satisfies ClickHouseSettings

/** Returns 64-bit integers as JSON numbers, because our counts are far below 2^53. Allows statements as long as the ids and buckets of a large batch. */
const SETTINGS = {
  output_format_json_quote_64bit_integers: 0,
  max_query_size: '4194304',
} satisfies ClickHouseSettings

/** Of each client, and so how many statements it runs at once. */
export const CONNECTIONS = 10

export const connect = (options: ClickHouseClientConfigOptions): ClickHouseClient =>
  createClient({
    ...options,
    max_open_connections: CONNECTIONS,
    // Callers report what they are thrown.
    log: { level: ClickHouseLogLevel.OFF },
  })

/** Throws an Error that names the setting where the server of `url` does not answer. */
export const openClickHouse = async (options: {
  url?: string | undefined
  dataDir: string
}): Promise<ClickHouse> => {
  const { url } = options
  const engine = url ? null : await startEngine(options.dataDir)
  const address = url ? { url } : { url: engine?.url ?? '', password: engine?.password ?? '' }
  const connectTo = () => connect({ ...address, clickhouse_settings: SETTINGS })
  if (url) {
    const client = connectTo()
    const ask = () => client.command({ query: 'SELECT 1' }).finally(() => client.close())
    await reached('CLICKHOUSE_URL', url, ask)
  }
  const opened: ClickHouseClient[] = []
  return {
    client: () => {
      const client = connectTo()
      opened.push(client)
      return client
    },
    engine,
    close: async () => {
      await Promise.all(opened.splice(0).map(client => client.close()))
      await engine?.close()
    },
  }
}
