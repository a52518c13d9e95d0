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
  /** null if ClickHouse is a server at a URL. */
  engine: Engine | null
  /** Closes every client and stops the embedded engine. Another process may then open the data directory. */
  close(): Promise<void>
}

/**
 * Settings of every insert, including INSERT SELECT. ClickHouse must not drop a repeated block, because the
 * block's rows may replace rows that were written in between. Needs ClickHouse 26.2 or later.
 */
export const INSERT_SETTINGS = {
  async_insert: 0,
  wait_for_async_insert: 1,
  insert_deduplicate: 0,
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
  deduplicate_blocks_in_dependent_materialized_views: 0,
} satisfies ClickHouseSettings

/** Counts are below 2^53, so JSON numbers hold them exactly. A statement with the ids of a large batch is long. */
const SETTINGS = {
  output_format_json_quote_64bit_integers: 0,
  max_query_size: '4194304',
} satisfies ClickHouseSettings

/** Limits the parallel statements of a client. */
export const CONNECTIONS = 10

export const connect = (options: ClickHouseClientConfigOptions): ClickHouseClient =>
  createClient({
    ...options,
    max_open_connections: CONNECTIONS,
    // Callers report errors, so the client does not log them.
    log: { level: ClickHouseLogLevel.OFF },
  })

/** Throws an Error that names the setting if the server does not answer. */
export const openClickHouse = async (options: {
  url?: string | undefined
  dataDir: string
  /** In milliseconds. By default that of `@clickhouse/client`, 30 s. */
  requestTimeoutMs?: number
}): Promise<ClickHouse> => {
  const { url, requestTimeoutMs } = options
  const engine = url ? null : await startEngine(options.dataDir)
  const address = url ? { url } : { url: engine?.url ?? '', password: engine?.password ?? '' }
  const timeout = requestTimeoutMs ? { request_timeout: requestTimeoutMs } : {}
  const connectTo = () => connect({ ...address, ...timeout, clickhouse_settings: SETTINGS })
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
