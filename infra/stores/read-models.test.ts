import { expect, test } from 'vitest'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { servingDatabase } from './read-models.ts'

test('of several generations the one that serves is read, and without one nothing', async () => {
  const { sql } = await openTestPostgres()
  await sql`UPDATE read_models SET state = 'kept'`
  await expect(servingDatabase(sql)).rejects.toThrow('No generation of the read models is marked as serving')
  await sql`INSERT INTO read_models (generation, state) VALUES (7, 'ready'), (8, 'serving'), (9, 'building')`
  expect(await servingDatabase(sql)).toBe('firsttouch_8')
})
