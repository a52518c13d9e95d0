/** Opens PostgreSQL for a command, whether the main process runs or not. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Env } from '../platform/env.ts'
import { isThere, refusePastDirectory } from './data-dir.ts'
import { PASSWORD_FILE, USER } from './embedded/initialise.ts'
import { migratePostgres } from './migrate.ts'
import { openPostgres, type Postgres } from './postgres.ts'

type PostgresEnv = Pick<Env, 'DATA_DIR'> & Partial<Pick<Env, 'DATABASE_URL'>>

/** Throws if there is no installation. A command would otherwise create an empty one and report success. */
export const assertInstalled = async ({ DATABASE_URL, DATA_DIR }: PostgresEnv): Promise<void> => {
  const directory = resolve(DATA_DIR)
  if (!DATABASE_URL && !(await isThere(directory, 'postgres')))
    throw new Error(
      `There is no Firsttouch in ${directory}. Set DATA_DIR to the directory of the installation.`,
    )
}

/** Starts the embedded server if no process runs it. */
export const openPostgresFromEnv = async ({ DATABASE_URL, DATA_DIR }: PostgresEnv): Promise<Postgres> => {
  if (!DATABASE_URL) await refusePastDirectory(resolve(DATA_DIR))
  const url = DATABASE_URL ?? (await runningUrl(resolve(DATA_DIR, 'postgres')))
  const running = url ? await openPostgres({ url, dataDir: DATA_DIR }).catch(() => null) : null
  const postgres = running ?? (await openPostgres({ url: DATABASE_URL, dataDir: DATA_DIR }))
  await migratePostgres(postgres.sql)
  return postgres
}

export const withPostgresFromEnv = async <T>(
  env: PostgresEnv,
  work: (postgres: Pick<Postgres, 'sql' | 'url'>) => Promise<T>,
): Promise<T> => {
  const postgres = await openPostgresFromEnv(env)
  return work(postgres).finally(postgres.close)
}

/** Line four of PostgreSQL's pid file has the port. The file may be stale. */
const runningUrl = async (directory: string): Promise<string | undefined> => {
  const read = (name: string) => readFile(join(directory, name), 'utf8').catch(() => '')
  const port = (await read('postmaster.pid')).split('\n')[3]?.trim()
  const password = await read(PASSWORD_FILE)
  return port && password ? `postgres://${USER}:${password}@127.0.0.1:${port}/postgres` : undefined
}
