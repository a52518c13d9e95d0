/** Opens ClickHouse: the server at a URL, or an embedded engine in a child process. */
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
  /** null for a server at a URL. */
  engine: Engine | null
  /** Closes every client. Afterwards another process may open the directory. */
  close(): Promise<void>
}

/**
 * Settings of every insert, including INSERT SELECT. ClickHouse must not drop repeated blocks, because a refresh may
 * write the same rows again and they must replace later ones. The defaults changed between releases. Needs ClickHouse
 * 26.2 or later.
 */
export const INSERT_SETTINGS = {
  async_insert: 0,
  wait_for_async_insert: 1,
  insert_deduplicate: 0,
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
  deduplicate_blocks_in_dependent_materialized_views: 0,
} satisfies ClickHouseSettings

/** Returns 64-bit integers as JSON numbers, because counts stay far below 2^53. Allows long statements with the ids and buckets of a large batch. */
const SETTINGS = {
  output_format_json_quote_64bit_integers: 0,
  max_query_size: '4194304',
} satisfies ClickHouseSettings

/** Connections per client, which limits its parallel statements. */
export const CONNECTIONS = 10

export const connect = (options: ClickHouseClientConfigOptions): ClickHouseClient =>
  createClient({
    ...options,
    max_open_connections: CONNECTIONS,
    // Callers report errors, so the client does not log them.
    log: { level: ClickHouseLogLevel.OFF },
  })

/** Throws an Error that names the setting if the server at `url` does not answer. */
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
