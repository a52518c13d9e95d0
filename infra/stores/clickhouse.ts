/** ClickHouse: the server that a URL names, or the engine inside this process over the data directory. */
import './thread-pool.ts'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ClickHouseClient, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { isAlive } from '../platform/is-alive.ts'
import { leaveStdin } from './embedded/leave-stdin.ts'
import { sayOnce } from './embedded/say-once.ts'
import { spreadOver } from './embedded/sessions.ts'

export type ClickHouse = {
  /** Sessions of its own: settings of a query stay in the embedded engine's, and each runs one statement at a time. */
  client(sessions?: number): ClickHouseClient
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

/** 64-bit integers as JSON numbers: our counts are far below 2^53. And texts as long as the ids and buckets of a large batch. */
const SETTINGS = {
  output_format_json_quote_64bit_integers: 0,
  max_query_size: '4194304',
} satisfies ClickHouseSettings

/** Of each client to a server, and so how much it is asked at once. */
export const SERVER_CONNECTIONS = 10

const ENGINE = join(import.meta.dirname, 'embedded', 'engine.xml')

export const openClickHouse = async (options: {
  url?: string | undefined
  dataDir: string
}): Promise<ClickHouse> => {
  const { url } = options
  if (url) {
    const asked = { url, max_open_connections: SERVER_CONNECTIONS, clickhouse_settings: SETTINGS }
    return clientsOf(() => createClient(asked))
  }
  // The engine costs a process 300 MB of memory; with a server it is not loaded.
  const [{ createChdbConnection }, { drainPending, Session }, { insertsByColumns }] = await Promise.all([
    import('chdb/connection'),
    import('chdb'),
    import('./embedded/columns.ts'),
  ])
  leaveStdin()
  const path = join(resolve(options.dataDir), 'clickhouse')
  await mkdir(path, { recursive: true, mode: 0o700 })
  const clients = clientsOf((most = 1) => {
    const open = () => sayOnce(createChdbConnection({ path }), { ...SETTINGS, ...INSERT_SETTINGS })
    // The engine implements the client's connection, but against another copy of its types.
    const connection = spreadOver(open, most) as never
    return insertsByColumns(createClient({ connection, clickhouse_settings: SETTINGS }), first)
  })
  let first: InstanceType<typeof Session>
  try {
    // Takes the directory now, so that one in use is refused here and not at the first query. The first session also decides
    // the engine's users and roles.
    first = new Session(path, { connectionArgs: [`--config-file=${ENGINE}`] })
    await clients.client().ping()
  } catch (error) {
    throw await refusal(path, error)
  }
  return {
    client: clients.client,
    close: async () => {
      await clients.close()
      first.close()
      await drainPending()
    },
  }
}

const clientsOf = (open: (sessions?: number) => ClickHouseClient): ClickHouse => {
  const opened: ClickHouseClient[] = []
  return {
    client: sessions => {
      const client = open(sessions)
      opened.push(client)
      return client
    },
    close: async () => {
      await Promise.all(opened.splice(0).map(client => client.close()))
    },
  }
}

/** The engine says only that it failed; its lock file says who holds the directory. */
const refusal = async (path: string, cause: unknown): Promise<unknown> => {
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'CHDB_CONNECTION') return cause
  const status = await readFile(join(path, 'status'), 'utf8').catch(() => '')
  const pid = Number(/^PID: (\d+)/m.exec(status)?.[1])
  if (!pid || pid === process.pid || !isAlive(pid))
    return new Error(`The ClickHouse engine could not open the data directory ${path}: ${cause.message}`, {
      cause,
    })
  return new Error(
    `The data directory ${path} is in use by another process (${pid}). ` +
      'Stop it, set DATA_DIR to another directory, or set CLICKHOUSE_URL to a server that several processes share.',
    { cause },
  )
}
