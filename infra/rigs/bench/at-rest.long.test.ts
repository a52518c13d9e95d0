import { expect, test } from 'vitest'
import { openTestClickHouse } from '../testing/stores.ts'
import { fillByProjector, readAtRest } from './at-rest.ts'

const EVENTS = 120_000
/** Bytes an event. Above the measured size of a large store, because small parts compress less. */
const MOST_BYTES = 70

test('an event takes at most 70 bytes of the store after all parts are merged', async () => {
  const { client, db } = await openTestClickHouse()
  await fillByProjector(client, db, EVENTS, 2)
  const found = await readAtRest(client, db)
  const all = found.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(all / EVENTS, JSON.stringify(found)).toBeLessThan(MOST_BYTES)
})
