import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestClickHouse, openTestPostgres } from '../rigs/testing/stores.ts'
import { migrateClickHouse, migratePostgres, migrateReadModels, statementsOf } from './migrate.ts'
import { openPostgres, type Sql } from './postgres.ts'

let folder: string
const write = (name: string, text: string) => writeFile(join(folder, name), text)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firsttouch-migrations-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('PostgreSQL', () => {
  let sql: Sql
  let url: string
  beforeEach(async () => {
    ;({ sql, url } = await openTestPostgres())
  })

  test('PostgreSQL gets each migration once, in the order of their names', async () => {
    await write('010_second.sql', "INSERT INTO steps (word) VALUES ('second');")
    await write(
      '002_first.sql',
      "CREATE TABLE steps (id serial, word text);\nINSERT INTO steps (word) VALUES ('first');",
    )
    for (const name of [
      'notes.md',
      '01_short.sql',
      '0001_long.sql',
      '003.sql',
      '003_.sql',
      '003_kept.sql.bak',
    ])
      await write(name, 'not SQL')
    await migratePostgres(sql, folder)
    await write('011_third.sql', "INSERT INTO steps (word) VALUES ('third')")
    await migratePostgres(sql, folder)
    expect((await sql`SELECT word FROM steps ORDER BY id`).map(row => row.word)).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  test('PostgreSQL’s migration refuses a file that changed after it was applied', async () => {
    await write('900_table.sql', 'CREATE TABLE a (n int)')
    await migratePostgres(sql, folder)
    await write('900_table.sql', 'CREATE TABLE a (n bigint)')
    await expect(migratePostgres(sql, folder)).rejects.toThrow('The migration 900_table.sql was changed')
  })

  test('a failed PostgreSQL migration changes nothing, and the error names it', async () => {
    await write('900_good.sql', 'CREATE TABLE good ()')
    await write('901_bad.sql', 'CREATE TABLE half ();\nCREATE TABLE nonsense (')
    await expect(migratePostgres(sql, folder)).rejects.toThrow(
      'The migration 901_bad.sql failed: syntax error',
    )
    const [row] =
      await sql`SELECT to_regclass('good') IS NOT NULL AS good, to_regclass('half') IS NOT NULL AS half`
    expect(row).toEqual({ good: true, half: false })
    await write('901_bad.sql', 'CREATE TABLE half ()')
    await migratePostgres(sql, folder)
  })

  test('several processes may migrate PostgreSQL at once', async () => {
    await write('900_slow.sql', 'SELECT pg_sleep(0.1);\nCREATE TABLE slow ()')
    await write('901_next.sql', 'ALTER TABLE slow ADD COLUMN n int')
    const others = await Promise.all([1, 2, 3].map(() => openPostgres({ url, dataDir: '' })))
    await sql`DROP TABLE migrations`
    await Promise.all(others.map(other => migratePostgres(other.sql, folder)))
    await Promise.all(others.map(other => other.close()))
    expect((await sql`SELECT name FROM migrations ORDER BY name`).map(row => row.name)).toEqual([
      '900_slow.sql',
      '901_next.sql',
    ])
  })
})

describe('ClickHouse', () => {
  let client: ClickHouseClient
  let database: string
  beforeEach(async () => {
    const test = await openTestClickHouse()
    client = test.client
    database = `${test.db}_fresh`
  })
  const rows = async (query: string): Promise<unknown[]> =>
    (await client.query({ query, format: 'JSONEachRow' })).json()

  test('ClickHouse gets the migrations in its own database, statement by statement', async () => {
    await write(
      '001_tables.sql',
      `-- A comment; with a semicolon; at its end;
CREATE TABLE IF NOT EXISTS {db}.words (word String COMMENT 'a; b') ENGINE = MergeTree ORDER BY word;

INSERT INTO {db}.words VALUES ('first');
-- Nothing but a comment after the last statement.
`,
    )
    await migrateClickHouse(client, database, folder)
    await migrateClickHouse(client, database, folder)
    expect(await rows(`SELECT word FROM ${database}.words`)).toEqual([{ word: 'first' }])
    await write('002_more.sql', "INSERT INTO {db}.words VALUES ('second')")
    await migrateClickHouse(client, database, folder)
    expect(await rows(`SELECT word FROM ${database}.words ORDER BY word`)).toHaveLength(2)
  })

  test('ClickHouse gets the same migrations in every database', async () => {
    await write('001_table.sql', 'CREATE TABLE {db}.a (n UInt8) ENGINE = Memory;')
    for (const name of [`${database}_1`, `${database}_2`]) {
      await migrateClickHouse(client, name, folder)
      expect(await rows(`SELECT n FROM ${name}.a`)).toEqual([])
    }
  })

  test('ClickHouse’s migration refuses a file that changed after it was applied', async () => {
    await write('001_table.sql', 'CREATE TABLE {db}.a (n UInt8) ENGINE = Memory;')
    await migrateClickHouse(client, database, folder)
    await write('001_table.sql', 'CREATE TABLE {db}.a (n UInt16) ENGINE = Memory;')
    await expect(migrateClickHouse(client, database, folder)).rejects.toThrow(
      'The migration 001_table.sql was changed',
    )
  })

  test('several processes may migrate ClickHouse at once', async () => {
    const { sql } = await openTestPostgres()
    await write('001_old.sql', 'CREATE TABLE IF NOT EXISTS {db}.old (n UInt8) ENGINE = MergeTree ORDER BY n;')
    await write('002_new.sql', 'RENAME TABLE {db}.old TO {db}.new;')
    await Promise.all([1, 2, 3].map(() => migrateReadModels(sql, client, database, folder)))
    expect(await rows(`SELECT n FROM ${database}.new`)).toEqual([])
  })

  test('an interrupted ClickHouse migration is applied again', async () => {
    await write('001_two.sql', 'CREATE TABLE IF NOT EXISTS {db}.a (n UInt8) ENGINE = Memory;\nnonsense;')
    await expect(migrateClickHouse(client, database, folder)).rejects.toThrow(
      'The migration 001_two.sql failed',
    )
    await write('001_two.sql', 'CREATE TABLE IF NOT EXISTS {db}.a (n UInt8) ENGINE = Memory;\nSELECT 1;')
    await migrateClickHouse(client, database, folder)
  })

  test('every ClickHouse migration can be interrupted and repeated', async () => {
    await migrateClickHouse(client, database)
    await client.command({ query: `TRUNCATE TABLE ${database}.migrations` })
    await migrateClickHouse(client, database)
  })

  test.each(['a; DROP DATABASE b', '', 'A', '1a', '_a', 'aB', 'a-b', 'a\nb'])(
    'a database name such as %j is refused',
    async name => {
      await expect(migrateClickHouse(client, name, folder)).rejects.toThrow('is not a valid database name')
    },
  )
})

test('a statement ends with a semicolon at the end of a line, and comments alone are no statement', () => {
  const text =
    "-- one; two\nSELECT 1; -- not here\nSELECT ';\n';  \n\n  -- nothing\n\n;\t\nSELECT 3 ;\n -- end"
  expect(statementsOf(text).map(part => part.trim())).toEqual([
    "-- one; two\nSELECT 1; -- not here\nSELECT '",
    "'",
    'SELECT 3',
  ])
})
