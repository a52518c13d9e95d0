import { expect, test } from 'vitest'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { readSetting, saveSetting } from './settings.ts'

test('a setting is empty until it is saved, and then has the value saved last', async () => {
  const { sql } = await openTestPostgres()
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
  expect(await readSetting(sql, 'colour')).toBe('')
  await saveSetting(sql, 'colour', 'red', at(1))
  await saveSetting(sql, 'size', 'large', at(2))
  await saveSetting(sql, 'colour', 'blue', at(3))
  expect([await readSetting(sql, 'colour'), await readSetting(sql, 'size')]).toEqual(['blue', 'large'])
  const saved =
    await sql`SELECT updated_at AS at FROM settings WHERE name IN ('colour', 'size') ORDER BY name`
  expect(saved.map(row => row.at)).toEqual([at(3), at(2)])
})
