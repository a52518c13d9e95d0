import { expect, test } from 'vitest'
import { openTestClickHouse, openTestPostgres } from '../rigs/testing/stores.ts'
import {
  groupOf,
  isAccountingOfNow,
  liveGroups,
  readDefinitions,
  readProgress,
  servingDatabase,
} from './read-models.ts'

test('servingDatabase returns the serving generation, and throws if there is none', async () => {
  const { sql } = await openTestPostgres()
  await sql`UPDATE read_models SET state = 'kept'`
  await expect(servingDatabase(sql)).rejects.toThrow('No generation of the read models is marked as serving')
  await sql`INSERT INTO read_models (generation, state) VALUES (7, 'ready'), (8, 'serving'), (9, 'building')`
  expect(await servingDatabase(sql)).toBe('firsttouch_8')
})

test('the live groups are all but the retired ones, the serving one first', async () => {
  const { sql } = await openTestPostgres()
  await sql`DELETE FROM read_models`
  await sql`
    INSERT INTO read_models (generation, state)
    VALUES (9, 'building'), (7, 'kept'), (6, 'retired'), (8, 'serving'), (10, 'ready')`
  expect(await liveGroups(sql)).toEqual([8, 7, 9, 10].map(n => groupOf(`firsttouch_${n}`)))
})

test('the definitions are those of the latest leader, and unknown before there is one', async () => {
  const { client, db } = await openTestClickHouse()
  const lead = (epoch: number, definitions: number) =>
    client.command({
      query: `INSERT INTO ${db}.leaders (epoch, definitions) VALUES (${epoch}, ${definitions})`,
    })
  expect(await readDefinitions(client, db)).toBeUndefined()
  await lead(1, 0)
  expect(await readDefinitions(client, db)).toBe(0)
  await lead(1, 4)
  expect(await readDefinitions(client, db)).toBe(4)
  await lead(2, 0)
  expect(await readDefinitions(client, db)).toBe(0)
})

test('progress is the newest row of each partition in the given database', async () => {
  const { client, db } = await openTestClickHouse()
  const add = (partition: number, next: number, at: string) =>
    client.insert({
      table: `${db}.progress`,
      columns: ['partition', 'next_offset', 'appended_at'],
      values: [[partition, next, at]],
      format: 'JSONCompactEachRow',
    })
  await client.command({ query: `SYSTEM STOP MERGES ${db}.progress` })
  await add(1, 7, '2026-03-01 12:00:00.123')
  await add(0, 3, '2026-03-01 12:00:00.000')
  await add(1, 9, '2026-03-01 12:00:05.678')
  const progress = (await readProgress(client, db)).toSorted((a, b) => a.partition - b.partition)
  expect(progress).toEqual([
    { partition: 0, next: 3, appendedAt: new Date('2026-03-01T12:00:00.000Z') },
    { partition: 1, next: 9, appendedAt: new Date('2026-03-01T12:00:05.678Z') },
  ])
  expect(groupOf(db)).toBe(`projector-${db}`)
})

test('an accounting balance is current for fifteen seconds', () => {
  const asOf = '2026-03-01T12:00:00.000Z'
  const after = (ms: number) => isAccountingOfNow(asOf, new Date(Date.parse(asOf) + ms))
  expect([after(-1), after(14_999), after(15_000)]).toEqual([true, true, false])
})
