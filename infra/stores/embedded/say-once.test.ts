import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openTestClickHouse, type TestClickHouse } from '../../rigs/testing/stores.ts'
import { INSERT_SETTINGS } from '../clickhouse.ts'
import { sayOnce } from './say-once.ts'

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
})

const NAMES = ['async_insert', 'insert_deduplicate', 'max_threads'] as const
type Given = Pick<ClickHouseSettings, (typeof NAMES)[number]>

const seen = async (client: ClickHouseClient, given: Given): Promise<Given> => {
  const wanted = NAMES.filter(name => name in given)
  const query = `SELECT ${[...wanted.map(name => `toUInt8(getSetting('${name}')) AS ${name}`), '1 AS one'].join(', ')}`
  const answer = await client.query({ query, clickhouse_settings: given, format: 'JSONEachRow' })
  const [{ one, ...found } = {}] = await answer.json<Given & { one?: number }>()
  expect(one).toBe(1)
  return found
}

const given = fc.record(
  {
    async_insert: fc.constant(INSERT_SETTINGS.async_insert),
    insert_deduplicate: fc.constant(INSERT_SETTINGS.insert_deduplicate),
    max_threads: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: [] },
)
const rounds = fc.array(fc.array(given, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

test('every call has the settings that it gave, whatever others of its session give, before it or at once', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async drawn => {
      const client = stores.clickhouse.client()
      for (const calls of drawn as Given[][])
        expect(await Promise.all(calls.map(own => seen(client, own)))).toEqual(calls)
      await client.close()
    }),
    { numRuns: 40 },
  )
})

const listening = (fails: () => boolean = () => false) => {
  const said: (ClickHouseSettings | undefined)[] = []
  const call = async (asked: { clickhouse_settings?: ClickHouseSettings }) => {
    said.push(asked.clickhouse_settings)
    if (fails()) throw new Error('no')
  }
  return {
    connection: sayOnce({ query: call, command: call, insert: call, exec: call }, INSERT_SETTINGS),
    said,
  }
}

test('what is always alike is said once in a session, and anything else each time', async () => {
  const { connection, said } = listening()
  const own = { ...INSERT_SETTINGS, max_threads: 2 }
  await connection.insert({ clickhouse_settings: own })
  await connection.command({ clickhouse_settings: own })
  await connection.query({ clickhouse_settings: { async_insert: 0 } })
  await connection.exec({ clickhouse_settings: { ...own, max_threads: 3 } })
  expect(said).toEqual([own, { max_threads: 2 }, {}, { max_threads: 3 }])
})

test('another value for what is always alike is refused by its name, before and after it was heard', async () => {
  const { connection, said } = listening()
  const asked = { clickhouse_settings: { ...INSERT_SETTINGS, async_insert: 1 } as const }
  const refusal = 'In the embedded engine async_insert is always 0.'
  await expect(connection.query(asked)).rejects.toThrow(refusal)
  await connection.query({ clickhouse_settings: INSERT_SETTINGS })
  await expect(connection.command(asked)).rejects.toThrow(refusal)
  expect(said).toEqual([INSERT_SETTINGS])
})

test('what a call said that failed is said again', async () => {
  const failing = [true, false, false]
  const { connection, said } = listening(() => failing.shift() === true)
  await expect(connection.command({ clickhouse_settings: INSERT_SETTINGS })).rejects.toThrow('no')
  await connection.command({ clickhouse_settings: INSERT_SETTINGS })
  await connection.command({ clickhouse_settings: INSERT_SETTINGS })
  expect(said).toEqual([INSERT_SETTINGS, INSERT_SETTINGS, {}])
})
