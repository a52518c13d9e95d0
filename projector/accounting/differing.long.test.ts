/** `differingSql` finds every bucket with a wrong value and no correct bucket. */
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeAll, expect, test } from 'vitest'
import { ROLLUPS } from '../projections/index.ts'
import { bucketSql, differingSql, type Rollup } from '../projections/rollup.ts'
import { project } from '../run.ts'
import { openStore, type Store } from '../steps/store.ts'
import { NOON, oneOfEachType, recordsOf } from '../testing/events.ts'

let store: Store
let rows: <Row>(query: string) => Promise<Row[]>
let change: (query: string) => Promise<unknown>
beforeAll(async () => {
  const { client, db } = await openTestClickHouse()
  const own = (query: string) => query.replaceAll('{db}', db)
  store = openStore(client, db)
  rows = async query => (await client.query({ query: own(query), format: 'JSONEachRow' })).json()
  change = query => client.command({ query: own(query) })
  const events = [
    ...oneOfEachType(`utm_${NOON}_a`, NOON, 'a'),
    ...oneOfEachType(`utm_${NOON + 3_600_000}_b`, NOON + 3_600_000, 'b'),
  ]
  await project(recordsOf(events), { store })
})

const bucketsOf = async ({ bucket }: Rollup): Promise<number[]> =>
  (
    await rows<{ at: number }>(
      `SELECT DISTINCT toUnixTimestamp(${bucketSql(bucket)}) AS at FROM {db}.events ORDER BY at`,
    )
  ).map(({ at }) => at)
const differing = async (rollup: Rollup, buckets: number[]): Promise<number[]> =>
  (await rows<{ bucket: number }>(differingSql('{db}', rollup, buckets))).map(({ bucket }) => bucket)

/** A different value of the same column type. */
const other = (column: string, type: string): string => {
  if (type.startsWith('Array'))
    return `arrayConcat(${column}, [defaultValueOfTypeName('${type.slice(6, -1)}')])`
  if (type.includes('String')) return `concat(toString(${column}), 'x')`
  if (type.includes('UUID')) return 'generateUUIDv4()'
  if (type.includes('Date')) return `${column} + 60`
  return `ifNull(${column}, 0) + 1`
}

test.each(ROLLUPS.map(rollup => [rollup.table, rollup] as const))(
  'differingSql finds exactly the wrong buckets of %s',
  async (table, rollup) => {
    const buckets = await bucketsOf(rollup)
    expect(await differing(rollup, buckets)).toEqual([])
    const [first] = await rows<{ at: number }>(
      `SELECT toUnixTimestamp(min(${rollup.bucket})) AS at FROM {db}.${table} FINAL`,
    )
    const at = first?.at ?? 0
    const columns = await rows<{ name: string; type: string }>(
      `SELECT name, type FROM system.columns WHERE database = '{db}' AND table = '${table}' AND name NOT IN ('version', 'gone', '${rollup.bucket}')`,
    )
    const replaced = columns.map(({ name, type }) => `${other(name, type)} AS ${name}`)
    for (const wrong of [...replaced, '1 AS gone']) {
      await change(`INSERT INTO {db}.${table}
      SELECT * REPLACE (${wrong}, version + 1 AS version) FROM {db}.${table} FINAL
      WHERE toUnixTimestamp(${rollup.bucket}) = ${at} ORDER BY ALL LIMIT 1`)
      expect([wrong, await differing(rollup, buckets)]).toEqual([wrong, [at]])
      await store.refresh([[rollup, { buckets }]])
      expect(await differing(rollup, buckets)).toEqual([])
    }
  },
)
