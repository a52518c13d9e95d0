import { until } from '@firsttouch/infra/rigs/testing/until'
import { expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'

const api = await openTestApi()

const ENDLESS = 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)'
const running = async (): Promise<number> => {
  const query = `SELECT count() AS n FROM system.processes WHERE query LIKE '%${ENDLESS}%' AND query NOT LIKE '%processes%'`
  const answer = await api.clickhouse.query({ query, format: 'JSONEachRow' })
  const [{ n } = {}] = await answer.json<{ n?: number }>()
  return n ?? Number.NaN
}

test('a query that takes too long is refused in time, and ends in the engine too', async () => {
  const asked = api.deps.readModel.rows(ENDLESS, {}, 5_000)
  await Promise.all([
    expect(asked).rejects.toMatchObject({ status: 503 }),
    until(async () => (await running()) === 1, 5_000),
  ])
  await until(async () => (await running()) === 0, 3_000)
})
