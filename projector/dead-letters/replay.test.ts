/** Which dead letters a replay selects, and in which order. All entries stay unreadable. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { beforeEach, expect, test } from 'vitest'
import { openLeader } from '../testing/leader.ts'
import { openReplay, requestReplay } from './replay.ts'

const LONG_AGO = new Date('2020-01-01T00:00:00.000Z')

let replayOne: () => Promise<boolean>
const { client, db } = await openTestClickHouse()
const sql = (await openTestPostgres()).sql
const group = groupOf(db)
replayOne = openReplay(await openLeader({ clickhouse: client, sql, db }))
beforeEach(async () => void (await emptyTables(sql, 'dead_letters')))

const setAside = async (partition: number, offset: number, more: Record<string, unknown> = {}) =>
  void (await sql`
    INSERT INTO dead_letters ${sql({
      ...{
        consumer_group: group,
        partition,
        offset,
        reason: 'refused',
        detail: 'before',
        error_class: 'unknown',
      },
      ...{ key: Buffer.from('key'), value: Buffer.from('no JSON'), code_version: 'before' },
      ...{ types: sql.json({}), appended_at: LONG_AGO, ...more },
    })}`)
type Letter = { place: string; reason: string; detail: string; attempts: number; asked: boolean }
const letters = (): Promise<Letter[]> => sql<Letter[]>`
  SELECT partition || '/' || "offset" || (CASE WHEN consumer_group = ${group} THEN '' ELSE ' of another' END) AS place,
    reason, detail, attempts, replay_requested_at IS NOT NULL AS asked
  FROM dead_letters ORDER BY partition, "offset", place`
const asked = async () => (await letters()).filter(letter => letter.asked).map(({ place }) => place)

test('requested dead letters of the group are replayed one by one, in order of partition and offset', async () => {
  const on = { replay_requested_at: LONG_AGO }
  await setAside(1, 5, on)
  await setAside(1, 4, on)
  await setAside(0, 9, on)
  await setAside(0, 1)
  await setAside(0, 2, { ...on, replayed_at: LONG_AGO })
  await setAside(0, 1, { ...on, consumer_group: 'another' })
  const left: string[][] = []
  while (await replayOne()) left.push(await asked())
  const others = ['0/1 of another', '0/2']
  expect(left).toEqual([[...others, '1/4', '1/5'], [...others, '1/5'], others])
})

test('a replay that fails stores the new reason, and leaves other dead letters unchanged', async () => {
  await setAside(1, 4, { replay_requested_at: LONG_AGO })
  for (const [partition, offset] of [
    [1, 3],
    [0, 4],
  ] as const)
    await setAside(partition, offset)
  await setAside(1, 4, { consumer_group: 'another' })
  expect(await replayOne()).toBe(true)
  const before = { reason: 'refused', detail: 'before', attempts: 1, asked: false }
  expect(await letters()).toEqual([
    { ...before, place: '0/4' },
    { ...before, place: '1/3' },
    { ...before, place: '1/4', reason: 'not_json', detail: expect.stringContaining('JSON'), attempts: 2 },
    { ...before, place: '1/4 of another' },
  ])
})

test('a request selects the open dead letters of the given groups, all or with one reason', async () => {
  await setAside(0, 1)
  await setAside(0, 2, { reason: 'not_json' })
  await setAside(0, 3, { replayed_at: LONG_AGO })
  await setAside(0, 1, { consumer_group: 'another' })
  await setAside(0, 1, { consumer_group: 'a third' })
  expect(await requestReplay(sql, [group, 'a third'], 'not_json')).toBe(1)
  expect(await asked()).toEqual(['0/2'])
  expect(await requestReplay(sql, [group, 'a third'])).toBe(3)
  expect(await requestReplay(sql, ['a third'])).toBe(1)
  expect(await asked()).toEqual(['0/1', '0/1 of another', '0/2'])
})
