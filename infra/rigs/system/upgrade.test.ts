/**
 * Upgrades a data set of version 1.0.0 to this version. `testing/releases/` has the rows that 1.0.0 wrote, and the
 * names and checksums of its migrations. Later versions add migrations, and this test applies them to the rows.
 */
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Sql } from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { tablesOf } from '../../app/move/records.ts'
import { migrateClickHouse, migratePostgres } from '../../stores/migrate.ts'
import { openPostgres } from '../../stores/postgres.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { readLogTable } from '../testing/log/log-table.ts'
import { openTestClickHouse, openTestPostgres } from '../testing/stores.ts'

type Store = 'postgres' | 'clickhouse'
type Row = Record<string, unknown>

const VERSION = '1.0.0'
const RELEASES = join(import.meta.dirname, '..', 'testing', 'releases')
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
const checksums: Record<Store, Record<string, string>> = JSON.parse(
  await readFile(join(RELEASES, `${VERSION}.json`), 'utf8'),
)
const rows: { store: Store; table: string; row: Row }[] = (
  await readFile(join(RELEASES, `${VERSION}.jsonl`), 'utf8')
)
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))
const tablesWithRows = (store: Store) =>
  Map.groupBy(
    rows.filter(row => row.store === store),
    ({ table }) => table,
  )

const cleanUp = cleanUpAfter('all')

/** A folder with only the migrations of 1.0.0. The test run removes it. */
const folderOf = async (store: Store): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-migrations-'))
  for (const name of Object.keys(checksums[store]))
    await cp(join(MIGRATIONS, store, name), join(folder, name))
  return folder
}

test.each(['postgres', 'clickhouse'] as const)(
  'no migration of %s changes after its release',
  async store => {
    const found: Record<string, string> = {}
    for (const name of Object.keys(checksums[store]))
      found[name] = createHash('sha256')
        .update(await readFile(join(MIGRATIONS, store, name)))
        .digest('hex')
    expect(found, 'restore the file and add a new one').toEqual(checksums[store])
  },
)

describe('PostgreSQL of 1.0.0, upgraded', () => {
  let sql: Sql
  let fresh: Sql

  const readTable = async (table: string): Promise<Row[]> =>
    (await sql<{ row: Row }[]>`SELECT to_json(t) AS row FROM ${sql(table)} AS t`).map(({ row }) => row)

  /** Without triggers, as in a restored backup. */
  const insertRows = (): Promise<unknown> =>
    sql.begin(async tx => {
      await tx`SET LOCAL session_replication_role = replica`
      const columnsOf = new Map((await tablesOf(tx)).map(({ name, columns }) => [name, columns]))
      for (const [table, lines] of tablesWithRows('postgres')) {
        const columns = (columnsOf.get(table) ?? []).filter(column => column in (lines[0]?.row ?? {}))
        const given = JSON.stringify(lines.map(({ row }) => row))
        await tx`DELETE FROM ${tx(table)}`
        await tx`
          INSERT INTO ${tx(table)} (${tx(columns)}) OVERRIDING SYSTEM VALUE
          SELECT ${tx(columns)} FROM json_populate_recordset(NULL::${tx(table)}, ${given}::text::json)`
      }
    })

  beforeAll(async () => {
    fresh = (await openTestPostgres()).sql
    const server = await openTestPostgres()
    await server.sql`CREATE DATABASE upgraded TEMPLATE template0`
    const url = new URL(server.url)
    url.pathname = 'upgraded'
    const upgraded = await openPostgres({ url: url.href, dataDir: '' })
    cleanUp.push(async () => {
      await upgraded.close()
      await server.sql`DROP DATABASE upgraded WITH (FORCE)`
    })
    sql = upgraded.sql
    await migratePostgres(sql, await folderOf('postgres'))
    await insertRows()
    await migratePostgres(sql)
  })

  test('an upgraded PostgreSQL of 1.0.0 has every row with its values', async () => {
    for (const [table, lines] of tablesWithRows('postgres')) {
      const found = await readTable(table)
      expect([table, found]).toEqual([table, expect.any(Array)])
      for (const { row } of lines) expect(found).toContainEqual(expect.objectContaining(row))
    }
  })

  test('an upgraded PostgreSQL of 1.0.0 has a log that this version reads', async () => {
    const types = (await readLogTable(sql)).map(({ value }) => JSON.parse(value).events[0].type)
    expect(types.toSorted()).toEqual(['ab_test', 'ab_test', 'conversion', 'lead_recorded', 'visit', 'visit'])
  })

  test('an upgraded PostgreSQL of 1.0.0 has the tables, indexes, functions and triggers of a new installation', async () => {
    expect(await schemaOf(sql)).toEqual(await schemaOf(fresh))
  })
})

const schemaOf = async (sql: Sql): Promise<unknown> =>
  sql`
    SELECT 'column' AS kind, table_name || '.' || column_name AS name,
      concat_ws(' ', data_type, is_nullable, column_default, is_identity, generation_expression) AS definition
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'function', proname, pg_get_functiondef(oid)
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND prolang IN (
        SELECT oid FROM pg_language WHERE lanname IN ('sql', 'plpgsql'))
    UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'view', viewname, definition FROM pg_views WHERE schemaname = 'public'
    ORDER BY kind, name, definition`

describe('ClickHouse of 1.0.0, upgraded', () => {
  let client: ClickHouseClient
  const read = async <T = Row>(query: string): Promise<T[]> => {
    const settings = { output_format_json_quote_64bit_integers: 1 as const }
    return (await client.query({ query, format: 'JSONEachRow', clickhouse_settings: settings })).json<T>()
  }

  beforeAll(async () => {
    ;({ client } = await openTestClickHouse())
    await migrateClickHouse(client, 'upgraded', await folderOf('clickhouse'))
    for (const [table, lines] of tablesWithRows('clickhouse'))
      await client.insert({
        table: `upgraded.${table}`,
        values: lines.map(({ row }) => row),
        columns: Object.keys(lines[0]?.row ?? {}) as [string, ...string[]],
        format: 'JSONEachRow',
      })
    await migrateClickHouse(client, 'upgraded')
  })

  test('an upgraded ClickHouse of 1.0.0 has every row with its values', async () => {
    for (const [table, lines] of tablesWithRows('clickhouse')) {
      const found = await read(`SELECT * FROM upgraded.${table} FINAL`)
      for (const { row } of lines) expect(found).toContainEqual(expect.objectContaining(row))
      expect([table, found.length]).toEqual([table, lines.length])
    }
  })

  test('an upgraded ClickHouse of 1.0.0 accepts each migration twice, as after an interruption', async () => {
    await client.command({ query: 'TRUNCATE TABLE upgraded.migrations' })
    await migrateClickHouse(client, 'upgraded')
  })

  test('an upgraded ClickHouse of 1.0.0 has the tables of a new installation', async () => {
    await migrateClickHouse(client, 'fresh')
    const schema = async (db: string) =>
      (
        await read<{ name: string; definition: string }>(
          `SELECT name, create_table_query AS definition FROM system.tables WHERE database = '${db}' ORDER BY name`,
        )
      ).map(({ name, definition }) => [name, definition.replaceAll(`${db}.`, '')])
    expect(await schema('upgraded')).toEqual(await schema('fresh'))
  })
})
