import { expect, test } from 'vitest'
import { openTestClickHouse } from '../rigs/testing/stores.ts'
import { hasTable } from './rows.ts'

test('hasTable looks only at the database’s own tables', async () => {
  const { client, db } = await openTestClickHouse()
  const has = (database: string, table: string) => hasTable(client, database, table)
  expect(await has(db, 'events')).toBe(true)
  expect(await has(db, 'tables')).toBe(false)
  expect(await has('system', 'tables')).toBe(true)
  expect(await has('nowhere', 'events')).toBe(false)
})
