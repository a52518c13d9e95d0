/** Applies plain SQL files named `NNN_what`, in the order of their names. No migration can be undone. */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import type { ISql } from 'postgres'
import { INSERT_SETTINGS } from './clickhouse.ts'
import { inTransaction } from './holding.ts'
import { LOCKS } from './locks.ts'
import type { Sql } from './postgres.ts'
import { hasTable, selectRows } from './rows.ts'

type Migration = { name: string; text: string; checksum: string }

const folderOf = (database: string): string => join(import.meta.dirname, '..', 'migrations', database)

/** Applies each file in one transaction with its row in `migrations`. Concurrent processes wait for each other. */
export const migratePostgres = async (sql: Sql, folder = folderOf('postgres')): Promise<void> => {
  const migrations = await readMigrations(folder)
  await sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.migrations})`
    // CREATE TABLE IF NOT EXISTS fails without the right to create tables, even if the table exists.
    if (!(await hasMigrations(tx)))
      await tx`CREATE TABLE migrations (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
  })
  for (const { name, text, checksum } of migrations)
    await sql.begin(async tx => {
      await tx`SELECT pg_advisory_xact_lock(${LOCKS.migrations})`
      const [applied] = await tx<{ checksum: string }[]>`SELECT checksum FROM migrations WHERE name = ${name}`
      if (applied) return assertUnchanged(name, checksum, applied.checksum)
      await tx.unsafe(text).catch(error => fail(name, error))
      await tx`INSERT INTO migrations (name, checksum) VALUES (${name}, ${checksum})`
    })
}

/**
 * `{db}` in a file stands for `database`. ClickHouse has no transactions, so the next run repeats an interrupted file.
 * Each statement must therefore be repeatable (`IF NOT EXISTS`).
 */
export const migrateClickHouse = async (
  client: ClickHouseClient,
  database: string,
  folder = folderOf('clickhouse'),
): Promise<void> => {
  if (!/^[a-z][a-z0-9_]*$/.test(database)) throw new Error(`"${database}" is not a valid database name.`)
  const migrations = await readMigrations(folder)
  const run = async (statement: string) => {
    await client.command({
      query: statement.replaceAll('{db}', database),
      clickhouse_settings: INSERT_SETTINGS,
    })
  }
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` })
  await run(MIGRATIONS)
  const rows = await selectRows<Migration>(client, `SELECT name, checksum FROM ${database}.migrations`)
  const applied = new Map(rows.map(row => [row.name, row.checksum]))
  for (const { name, text, checksum } of migrations) {
    const earlier = applied.get(name)
    if (earlier) assertUnchanged(name, checksum, earlier)
    else await applyToClickHouse(client, database, { name, text, checksum }, run)
  }
}

/** Takes a lock, because one process could drop old tables while another still copies their rows. */
export const migrateReadModels = async (
  sql: Sql,
  ...given: Parameters<typeof migrateClickHouse>
): Promise<void> => {
  await inTransaction(sql, async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.readModels})`
    await migrateClickHouse(...given)
  })
}

const hasMigrations = async (sql: ISql): Promise<boolean> => {
  const [table] = await sql<{ there: boolean }[]>`SELECT to_regclass('migrations') IS NOT NULL AS there`
  return table?.there === true
}

export const pendingInPostgres = async (sql: Sql): Promise<string[]> =>
  missingAmong('postgres', (await hasMigrations(sql)) ? await sql`SELECT name FROM migrations` : [])

export const pendingInClickHouse = async (client: ClickHouseClient, database: string): Promise<string[]> => {
  const isThere = await hasTable(client, database, 'migrations')
  return missingAmong(
    'clickhouse',
    isThere ? await selectRows(client, `SELECT name FROM ${database}.migrations`) : [],
  )
}

const missingAmong = async (database: string, applied: readonly { name?: string }[]): Promise<string[]> => {
  const names = await namesIn(folderOf(database))
  return names.filter(name => !applied.some(row => row.name === name))
}

const MIGRATIONS = `CREATE TABLE IF NOT EXISTS {db}.migrations (
      name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
    ) ENGINE = ReplacingMergeTree ORDER BY name SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

const applyToClickHouse = async (
  client: ClickHouseClient,
  database: string,
  migration: Migration,
  run: (statement: string) => Promise<void>,
) => {
  const { name, text, checksum } = migration
  for (const statement of statementsOf(text)) await run(statement).catch(error => fail(name, error))
  await client.insert({
    table: `${database}.migrations`,
    values: [{ name, checksum }],
    columns: ['name', 'checksum'],
    format: 'JSONEachRow',
    clickhouse_settings: INSERT_SETTINGS,
  })
}

/** Splits at semicolons at the ends of lines. Drops parts that contain only comments. */
export const statementsOf = (text: string): string[] =>
  text
    .split(/;[ \t]*$/m)
    .filter(part => part.split('\n').some(line => line.trim() !== '' && !line.trim().startsWith('--')))

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(name => /^\d{3}_.+\.sql$/.test(name)).toSorted()

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = await namesIn(folder)
  return Promise.all(
    names.map(async name => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

const assertUnchanged = (name: string, now: string, then: string): void => {
  if (now !== then)
    throw new Error(
      `The migration ${name} was changed after it had been applied. Restore it and add a new file.`,
    )
}

const fail = (name: string, cause: unknown): never => {
  throw new Error(`The migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })
}
