import type { ClickHouseClient } from '@clickhouse/client'
import { databaseOf } from '@firsttouch/infra/stores/read-models'
import { expect, test } from 'vitest'
import { openTwoGenerations, TABLES, tablesIn } from '../testing/two-generations.ts'

type Column = { name: string; type: string }
const columnsOf = async (clickhouse: ClickHouseClient, table: string): Promise<Column[]> => {
  const found = await clickhouse.query({
    query: `SELECT name, type FROM system.columns WHERE database = '${databaseOf(2)}' AND table = '${table}' AND name NOT IN ('version', 'gone')`,
    format: 'JSONEachRow',
  })
  return found.json()
}

/** Changes one column in one row of the first day. If the column is in the key, this adds a row. */
const changeOne = async (
  clickhouse: ClickHouseClient,
  table: string,
  { name, type }: Column,
): Promise<void> => {
  const other = type.startsWith('Array')
    ? `arrayPushBack(${name}, ${type.includes('String') ? "'!'" : 1})`
    : /String/.test(type)
      ? `concat(${name}, '!')`
      : type === 'UUID'
        ? 'generateUUIDv4()'
        : `${name} + 1`
  await clickhouse.command({
    query: `
      INSERT INTO ${databaseOf(2)}.${table} SELECT * REPLACE (${other} AS ${name}, version + 1 AS version)
      FROM ${databaseOf(2)}.${table} FINAL ORDER BY ALL LIMIT 1`,
  })
}

test('the comparison reports an old row that differs in any column, in each table', async () => {
  const { clickhouse, makeEqual, report } = await openTwoGenerations()
  const columns = new Map<string, Column[]>()
  for (const table of TABLES) columns.set(table, await columnsOf(clickhouse, table))
  const most = Math.max(...[...columns.values()].map(({ length }) => length))
  for (let i = 0; i < most; i++) {
    await makeEqual()
    const changed = TABLES.filter(table => columns.get(table)?.[i])
    for (const table of changed) await changeOne(clickhouse, table, columns.get(table)?.[i] as Column)
    expect(tablesIn(await report(30)), `column ${i}`).toEqual(expect.arrayContaining(changed))
  }
})
