/** Stores as releases before 180 left them, when each read model had tables of its own. */
import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { migrateClickHouse, statementsOf } from '../../stores/migrate.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations', 'clickhouse')
const statements = statementsOf(await readFile(join(import.meta.dirname, 'before-180.sql'), 'utf8'))

/** For migrations by their names. */
export const isBefore = (number: number) => (name: string) => Number(name.slice(0, 3)) < number

/** Only the migrations that `isApplied` takes. The folder goes with the run. */
export const migrateAsBefore180 = async (
  client: ClickHouseClient,
  db: string,
  isApplied = isBefore(180),
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-migrations-'))
  for (const name of (await readdir(migrations)).filter(isApplied))
    await cp(join(migrations, name), join(folder, name))
  await migrateClickHouse(client, db, folder)
}

const filling = (tables: string) => {
  const into = new RegExp(`INSERT INTO \\{db\\}\\.(${tables})\\n`)
  return (statement: string): boolean => into.test(statement)
}
/** What the first release had of these tables. */
export const isOfFirstRelease = filling(
  '(traffic|variant|participant)_(minutes|15m)|exposures|session_conversions',
)
/** These never had other names. */
export const isOfEdition5 = filling('(variant_visit|segment)_(minutes|15m)')

const OLD: Record<string, string> = { participant: 'arm', _15m: '_quarters', quarter_hour: 'quarter' }
/** As tables and columns were called before 130. */
const inOldWords = (statement: string): string =>
  isOfEdition5(statement)
    ? statement
    : statement.replaceAll(/participant(?=_)|_15m|quarter_hour/g, word => OLD[word] ?? '')

type Counting = {
  /** Which statements, by the table that they fill. */
  of?: (statement: string) => boolean
  /** Whether 130 has not been applied yet. */
  isBefore130?: boolean
  version?: number
}

/** Rows of a table of this release, in one of an older release that has fewer columns. */
export const copyOlder = async (client: ClickHouseClient, from: string, into: string): Promise<void> => {
  const [db = '', table = ''] = into.split('.')
  const answer = await client.query({
    query: `SELECT name FROM system.columns WHERE database = '${db}' AND table = '${table}' ORDER BY position`,
    format: 'JSONEachRow',
  })
  const columns = (await answer.json<{ name: string }>()).map(({ name }) => name).join(', ')
  await client.command({ query: `INSERT INTO ${into} (${columns}) SELECT ${columns} FROM ${from}` })
}

/** Every event that the store holds. */
export const countAsBefore180 = async (
  client: ClickHouseClient,
  db: string,
  { of = () => true, isBefore130 = false, version = 1 }: Counting = {},
): Promise<void> => {
  for (const statement of statements.filter(of)) {
    const query = isBefore130 ? inOldWords(statement) : statement
    await client.command({ query: query.replaceAll('{db}', db).replaceAll('{version}', String(version)) })
  }
}
