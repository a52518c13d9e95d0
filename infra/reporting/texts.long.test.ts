/** Tools query one text column alone. The engine then reads its size, which LowCardinality(String) lacks, so views cast texts to String. */

import { expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { openTestClickHouse } from '../rigs/testing/stores.ts'
import { publishReporting, VIEWS } from './publish.ts'

const stores = await openTestClickHouse()
await publishReporting(stores.client, { db: stores.db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })

test.each(VIEWS)('each text of $name can be queried alone', async ({ name, columns }) => {
  const rows = async (query: string) =>
    (await stores.client.query({ query, format: 'JSONEachRow' })).json<{ n: number }>()
  for (const [column] of Object.entries(columns).filter(([, { type }]) => type === 'String')) {
    for (const asked of [`countIf(${column} = '')`, `countIf(empty(${column}))`, `sum(length(${column}))`])
      expect(await rows(`SELECT ${asked} AS n FROM reporting.${name}`)).toHaveLength(1)
    expect(await rows(`SELECT count() AS n FROM reporting.${name} WHERE ${column} != ''`)).toHaveLength(1)
  }
})
