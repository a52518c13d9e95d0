import type { ClickHouseClient } from '@clickhouse/client'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openTestClickHouse, type TestClickHouse } from '../../rigs/testing/stores.ts'

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
})

/** In which order they are answered, whose durations are so. */
const answered = async (client: ClickHouseClient, seconds: number[]): Promise<number[]> => {
  const order: number[] = []
  const ask = async (s: number) => {
    const query = 'SELECT sleepEachRow(toFloat64({s:String})), {s:String} AS s'
    const answer = await client.query({ query, query_params: { s: String(s) }, format: 'JSONEachRow' })
    expect(await answer.json()).toMatchObject([{ s: String(s) }])
    order.push(s)
  }
  await Promise.all(seconds.map(ask))
  return order
}

test('what is asked at once runs side by side on as many sessions as a client has, and else in the order of asking', async () => {
  expect(await answered(stores.clickhouse.client(1), [1, 0.1, 0])).toEqual([1, 0.1, 0])
  expect(await answered(stores.clickhouse.client(2), [1, 0.1, 0])).toEqual([0.1, 0, 1])
  expect(await answered(stores.clickhouse.client(3), [2, 1, 0.1])).toEqual([0.1, 1, 2])
})

test('who has given up while waiting is not asked any more', async () => {
  const { db } = stores
  const client = stores.clickhouse.client(1)
  const slow = answered(client, [0.5])
  const query = `CREATE TABLE ${db}.too_late (n UInt8) ENGINE = Memory`
  const late = client.command({ query, abort_signal: AbortSignal.timeout(100) })
  await expect(late).rejects.toThrow('aborted due to timeout')
  await slow
  const made = await client.query({ query: `EXISTS TABLE ${db}.too_late`, format: 'TabSeparated' })
  expect(await made.text()).toBe('0\n')
})

type Asked = {
  format: 'JSONEachRow' | 'JSONCompactEachRow' | 'JSON'
  rows: number
  /** The row at which it fails, if it has so many. */
  failsAt: number
  isCommand: boolean
}
const asked: fc.Arbitrary<Asked> = fc.record({
  format: fc.constantFrom('JSONEachRow', 'JSONCompactEachRow', 'JSON'),
  rows: fc.nat({ max: 4 }),
  failsAt: fc.nat({ max: 8 }),
  isCommand: fc.boolean(),
})
const FAILED = 'failed'
const outcome = async (client: ClickHouseClient, { format, rows, failsAt, isCommand }: Asked) => {
  const query = `SELECT number AS n, throwIf(number = ${failsAt}) AS fails FROM numbers(${rows}) SETTINGS max_block_size = 1, max_threads = 1`
  if (isCommand)
    return client.command({ query }).then(
      () => 'done',
      () => FAILED,
    )
  return client.query({ query, format }).then(
    async answer => answer.text(),
    () => FAILED,
  )
}
const withoutTimes = (text: string) => text.replace(/"elapsed": [\d.e-]+/, '')
const alone = async ({ failsAt, rows, ...given }: Asked) => {
  if (failsAt < rows) return FAILED
  const client = stores.clickhouse.client()
  const own = await outcome(client, { ...given, rows, failsAt })
  await client.close()
  return own
}

test('an answer has nothing of statements that failed before it, whatever came of them until then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(asked, { maxLength: 12 }), async (n, all) => {
      const client = stores.clickhouse.client(n)
      const found = await Promise.all(all.map(one => outcome(client, one)))
      await client.close()
      const wanted: string[] = []
      for (const one of all) wanted.push(await alone(one))
      expect(found.map(withoutTimes)).toEqual(wanted.map(withoutTimes))
    }),
    { numRuns: 40 },
  )
})
