/** What the store knows of the log's places: asked at a start, when the checkpoint may be ahead of it. */
import { openTestClickHouse, type TestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMPLETE_FROM, EDITION } from '../projections/index.ts'
import { envelopeOf, NOON, visit } from '../testing/events.ts'
import { eventRow, sentBy } from './rows.ts'
import { openStore, type Store } from './store.ts'

let stores: TestClickHouse
let store: Store
const opened = async () => {
  const own = await openTestClickHouse()
  return { stores: own, store: openStore(own.client, own.db) }
}
const rows = async (query: string) =>
  (
    await stores.client.query({
      query: query.replaceAll('db.', `${stores.db}.`),
      format: 'JSONCompactEachRow',
    })
  ).json<unknown[]>()

/** An event in the log at this place, received so many seconds after noon. */
const rowAt = (partition: number, offset: number, seconds: number) => {
  const event = visit()
  const receivedAt = new Date(NOON + seconds * 1_000).toISOString()
  return eventRow(sentBy(envelopeOf([event], { receivedAt })), event, { partition, offset, index: 0 })
}

describe('of events in several partitions', () => {
  beforeAll(async () => {
    ;({ stores, store } = await opened())
    await store.insertEvents([
      ...[-700, -600.001, -600, -10, 0].map((seconds, i) => rowAt(1, 40 + i, seconds)),
      rowAt(2, 7, 5_000),
      rowAt(2, 9, 5_000),
      rowAt(3, 90, -50_000),
    ])
  })

  test('the next offset is one after the last, each partition by itself', async () => {
    expect(await Promise.all([1, 2, 3, 4].map(store.nextOffset))).toEqual([45, 10, 91, 0])
  })

  test('the recent ones begin ten minutes before the newest, each partition by itself', async () => {
    const of = async (partition: number) => {
      const { offset, newest } = await store.recentOffset(partition)
      return [offset, newest.getTime() - NOON]
    }
    expect([await of(1), await of(2), await of(3), await of(4)]).toEqual([
      [42, 0],
      [7, 5_000_000],
      [90, -50_000_000],
      [0, -NOON],
    ])
  })
})

describe('of progress', () => {
  const save = (partition: number, nextOffset: number, edition = EDITION) =>
    stores.client.insert({
      table: `${stores.db}.progress`,
      columns: ['partition', 'next_offset', 'appended_at', 'edition'],
      values: [[partition, nextOffset, '2026-03-01 00:00:00.000', edition]],
      format: 'JSONCompactEachRow',
    })

  test('what is taken back is what lies beyond the place, and of one partition alone', async () => {
    ;({ stores, store } = await opened())
    for (const partition of [1, 2, 3]) await save(partition, 45)
    for (const [partition, next] of [
      [1, 42],
      [2, 44],
      [3, 45],
    ] as const)
      await store.takeBackProgress(partition, next)
    await store.takeBackProgress(4, 0)
    expect(await rows('SELECT partition, next_offset FROM db.progress ORDER BY ALL')).toEqual([[3, 45]])
  })

  test('a partition is of an older release until a row of this one has come further', async () => {
    ;({ stores, store } = await opened())
    // A merge would take away what the newer rows replace.
    await stores.client.command({ query: `SYSTEM STOP MERGES ${stores.db}.progress` })
    await save(1, 10, COMPLETE_FROM - 1)
    await save(2, 10, EDITION)
    await save(3, 10, COMPLETE_FROM - 1)
    await save(3, 11, EDITION)
    await save(4, 10, EDITION)
    await save(4, 11, COMPLETE_FROM - 1)
    // What the releases in between could not write, nobody has to read again.
    await save(6, 10, COMPLETE_FROM)
    const partitions = [1, 2, 3, 4, 5, 6]
    expect(await Promise.all(partitions.map(store.isOfOlderRelease))).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ])
  })
})
