/** Opens PostgreSQL: the server at a URL, or an embedded one in the data directory. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Sql } from 'postgres'
import { connect } from './connection.ts'
import { makeDataDir } from './data-dir.ts'
import { assertReachable, letThrough, serverAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { initialise, PASSWORD_FILE, USER } from './embedded/initialise.ts'
import { startServer } from './embedded/server.ts'
import { assertOwner } from './owner.ts'
import { reached } from './reached.ts'

export type { Sql } from 'postgres'
export type Postgres = { sql: Sql; url: string; close(): Promise<void> }

const SERVER_CONNECTIONS = 10
/** Few, because each connection is a process of about 4 MB. */
const OWN_CONNECTIONS = 8

/** Without `url`, starts a server on `<dataDir>/postgres` that stops with this process. */
export const openPostgres = async (options: {
  url?: string | undefined
  dataDir: string
}): Promise<Postgres> => {
  const { url } = options
  if (url)
    return reached('DATABASE_URL', url, () => connected(url, SERVER_CONNECTIONS, async () => undefined))
  const server = await openEmbedded(resolve(options.dataDir))
  return connected(server.url, OWN_CONNECTIONS, server.close)
}

/** Seconds. The driver (3.4.9) counts a lost connection as busy, so closing would otherwise wait for ever. */
const END_WITHIN_S = 1

/** Connects at the first statement. */
export const lazyPostgres = (url: string, most = SERVER_CONNECTIONS): Pick<Postgres, 'sql' | 'close'> => {
  const sql = connect(url, { max: most })
  return { sql, close: () => sql.end({ timeout: END_WITHIN_S }) }
}

const connected = async (url: string, most: number, stop: () => Promise<void>): Promise<Postgres> => {
  const { sql, ...lazy } = lazyPostgres(url, most)
  const close = async () => {
    await lazy.close()
    await stop()
  }
  try {
    await sql`SELECT 1`
  } catch (error) {
    await close()
    throw error
  }
  return { sql, url, close }
}

const openEmbedded = async (dataDir: string): Promise<{ url: string; close(): Promise<void> }> => {
  const [binaries, account] = await Promise.all([findBinaries(), serverAccount()])
  const directory = join(dataDir, 'postgres')
  await makeDataDir(dataDir)
  await assertOwner(directory, account.uid)
  await letThrough(dataDir, account)
  await assertReachable(dataDir, account, 'Set DATA_DIR to a directory elsewhere')
  await assertReachable(binaries.postgres, account, 'Install the software elsewhere')
  await initialise(directory, binaries, account)
  const password = await readFile(join(directory, PASSWORD_FILE), 'utf8')
  const server = await startServer({ directory, postgres: binaries.postgres, account })
  return { url: `postgres://${USER}:${password}@127.0.0.1:${server.port}/postgres`, close: server.close }
}
