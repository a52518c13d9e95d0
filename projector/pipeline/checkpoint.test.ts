import type { LogRecord } from '@firsttouch/infra/log/log'
import { holdTransaction } from '@firsttouch/infra/rigs/testing/postgres/hold-transaction'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import type { Sql, TransactionSql } from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { conversion, recordsOf, visit } from '../testing/events.ts'
import { lockOffsets, lockOutBatches, saveCheckpoint, saveReplayed } from './checkpoint.ts'
import { readOffsets } from './counted.ts'
import { deadLetterOf } from './dead-letters.ts'
import type { Occurrence } from './duplicates.ts'
import { NOTHING } from './project.ts'

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
})

const records = (from: number, to: number) =>
  recordsOf(
    Array.from({ length: to - from }, () => visit()),
    from,
  )
const occurrence = (partition: number, offset: number) => ({
  partition,
  offset,
  index: 0,
  id: `${partition}/${offset}`,
  type: 'visit',
  content: '',
})
/** A batch of visits, of which all are projected unless `work` fails. */
const enter = (from: number, to: number, work = async (_: TransactionSql) => {}, group = 'group') =>
  inTransaction(sql, async tx => {
    const offsets = await lockOffsets(tx, group, records(from, to))
    await work(tx)
    const events = records(from, to).map(({ partition, offset }) => occurrence(partition, offset))
    return saveCheckpoint(tx, group, { offsets, records: records(from, to), result: { ...NOTHING, events } })
  })
const nextOffset = async () => (await readOffsets(sql, 'group')).get(0)
const projected = async () => {
  const [row] = await sql<{ n: string }[]>`SELECT coalesce(sum(projected), 0) AS n FROM event_counts`
  return Number(row?.n)
}

test('R-02, R-04: what is projected again is not counted again, and the offset never goes back', async () => {
  expect((await enter(0, 10)).replayed).toBe(0)
  expect((await enter(5, 15)).replayed).toBe(5)
  expect((await enter(0, 15)).replayed).toBe(15)
  expect(await projected()).toBe(15)
  expect(await nextOffset()).toBe(15)
})

test('a batch that fails leaves everything as it was', async () => {
  await enter(0, 3)
  const failing = enter(3, 6, async tx => {
    await tx`UPDATE event_counts SET projected = 99`
    throw new Error('store is down')
  })
  await expect(failing).rejects.toThrow('store is down')
  expect(await projected()).toBe(3)
  expect(await nextOffset()).toBe(3)
})

describe('of two groups and several partitions', () => {
  const visitsAt = (partition: number, from: number, to: number) =>
    records(from, to).map(record => ({ ...record, partition }))
  const lock = (group: string, ...batch: LogRecord[]) =>
    inTransaction(sql, async tx => ({ offsets: [...(await lockOffsets(tx, group, batch))] }))
  const save = (group: string, batch: LogRecord[]) =>
    inTransaction(sql, async tx => {
      const offsets = await lockOffsets(tx, group, batch)
      return saveCheckpoint(tx, group, { offsets, records: batch, result: NOTHING })
    })
  const saved = async () =>
    (await sql`SELECT * FROM checkpoints ORDER BY consumer_group, partition`).map(row => [
      row.consumer_group,
      row.partition,
      Number(row.next_offset),
      Number(row.entries),
    ])

  test('a batch moves the offsets of its own alone, by what it brings that is new', async () => {
    await save('ours', [...visitsAt(2, 0, 4), ...visitsAt(1, 0, 7)])
    await save('theirs', [...visitsAt(1, 50, 60), ...visitsAt(3, 1, 2)])
    const before = [
      ['ours', 1, 7, 7],
      ['ours', 2, 4, 4],
      ['theirs', 1, 60, 10],
      ['theirs', 3, 2, 1],
    ]
    expect(await saved()).toEqual(before)
    expect([...(await readOffsets(sql, 'ours'))].toSorted()).toEqual([
      [1, 7],
      [2, 4],
    ])
    expect((await lock('ours', ...visitsAt(1, 0, 1))).offsets).toEqual([[1, 7]])
    expect((await lock('theirs', ...visitsAt(1, 0, 2))).offsets).toEqual([[1, 60]])
    await save('theirs', visitsAt(1, 0, 61))
    expect(await saved()).toEqual(before.with(2, ['theirs', 1, 61, 11]))
  })

  const letter = (consumer_group: string, partition: number, offset: number, types: object) =>
    sql`INSERT INTO dead_letters ${sql({
      ...{ consumer_group, partition, offset, reason: 'not_json', detail: '', error_class: 'permanent' },
      ...{ key: Buffer.from(''), value: Buffer.from(''), code_version: '1', appended_at: new Date() },
      types: sql.json(types as Record<string, number>),
    })}`
  const conversionAt = (partition: number, offset: number): LogRecord[] =>
    recordsOf([conversion()], offset).map(record => ({ ...record, partition }))
  const accepted = async () => [
    ...(await sql`SELECT partition, type, accepted::int FROM event_counts ORDER BY type`),
  ]

  test('a letter that is replayed gives way in the counts as what it was set aside as, and no other does', async () => {
    for (const [group, partition, offset] of [
      ['another', 1, 5],
      ['theirs', 1, 5],
      ['ours', 0, 5],
      ['ours', 2, 5],
      ['ours', 1, 4],
      ['ours', 1, 6],
    ] as const)
      await letter(group, partition, offset, { unknown: 100 })
    await letter('ours', 1, 5, { unknown: 2, visit: 1 })
    const [record] = conversionAt(1, 5)
    if (!record) throw new Error('There is none.')
    await sql.begin(tx => saveReplayed(tx, 'ours', record, NOTHING))
    expect(await accepted()).toEqual([
      { partition: 1, type: 'conversion', accepted: 1 },
      { partition: 1, type: 'unknown', accepted: -2 },
      { partition: 1, type: 'visit', accepted: -1 },
    ])
  })

  test('a letter that is read again in a batch gives way likewise', async () => {
    await save('ours', visitsAt(1, 0, 6))
    await letter('ours', 1, 5, { unknown: 2 })
    await save('ours', [...visitsAt(1, 4, 5), ...conversionAt(1, 5)])
    expect(await accepted()).toEqual([
      { partition: 1, type: 'conversion', accepted: 1 },
      { partition: 1, type: 'unknown', accepted: -2 },
      { partition: 1, type: 'visit', accepted: 6 },
    ])
  })

  test('an entry that is refused, projected, lost and refused again is counted once, and as what it last was', async () => {
    const [fine, odd] = recordsOf([visit(), visit()], 5).map(record => ({ ...record, partition: 1 }))
    if (!fine || !odd) throw new Error('There are none.')
    const events = [occurrence(1, 5), occurrence(1, 6)]
    const enterAgain = (refused: LogRecord[], projected: Occurrence[]) =>
      inTransaction(sql, async tx => {
        const deadLetters = refused.map(record => deadLetterOf(record, new Error('refused')))
        const result = { ...NOTHING, deadLetters, events: projected }
        const offsets = await lockOffsets(tx, 'ours', [fine, odd])
        return saveCheckpoint(tx, 'ours', { offsets, records: [fine, odd], result })
      })
    const state = async () => {
      const [counts] = await sql`SELECT accepted::int, projected::int FROM event_counts`
      const [letter] = await sql`SELECT attempts, types, replayed_at IS NULL AS open FROM dead_letters`
      const announced = await sql`SELECT FROM uncounted_ids`
      return [
        counts?.accepted,
        counts?.projected,
        letter?.attempts,
        letter?.types,
        letter?.open,
        announced.length,
      ]
    }
    await enterAgain([odd], events.slice(0, 1))
    expect(await state()).toEqual([2, 1, 1, { visit: 1 }, true, 1])
    expect(await enterAgain([odd], events.slice(0, 1))).toEqual({ replayed: 1 })
    expect(await state()).toEqual([2, 1, 2, { visit: 1 }, true, 1])
    expect(await enterAgain([], events)).toEqual({ replayed: 1 })
    expect(await state()).toEqual([2, 2, 3, { visit: 1 }, false, 0])
    await enterAgain([odd], events.slice(0, 1))
    expect(await state()).toEqual([2, 2, 4, {}, true, 1])
    expect(await enterAgain([], events)).toEqual({ replayed: 2 })
    expect(await state()).toEqual([2, 2, 5, {}, false, 0])
    await enterAgain([odd], events.slice(0, 1))
    await sql.begin(tx => saveReplayed(tx, 'ours', odd, { ...NOTHING, events: events.slice(1) }))
    expect(await state()).toEqual([2, 2, 7, {}, false, 0])
  })

  test('a duplicate of an entry that is read again in its batch is one, also where the store has lost that', async () => {
    const batch = visitsAt(1, 5, 7)
    await save('ours', batch.slice(0, 1))
    await inTransaction(sql, async tx => {
      const offsets = await lockOffsets(tx, 'ours', batch)
      const events = [5, 6].map(offset => ({ ...occurrence(1, offset), id: 'the same' }))
      return saveCheckpoint(tx, 'ours', { offsets, records: batch, result: { ...NOTHING, events } })
    })
    expect([...(await sql`SELECT projected::int, duplicates::int FROM event_counts`)]).toEqual([
      { projected: 1, duplicates: 1 },
    ])
  })

  test.each([
    ['has entered before', true],
    ['enters for the first time', false],
  ])('a batch that %s locks its partitions in the order of their numbers', async (_, isKnown) => {
    const partitions = [3, 1, 0, 2]
    if (isKnown) {
      for (const partition of partitions) await save('ours', visitsAt(partition, 0, 1))
      await dropPrimaryKey()
    }
    const release = await holdTransaction(sql, tx =>
      isKnown
        ? tx`SELECT FROM checkpoints WHERE partition = 1 FOR UPDATE`
        : tx`INSERT INTO checkpoints VALUES ('ours', 1, 0)`,
    )
    const batch = lock('ours', ...partitions.flatMap(partition => visitsAt(partition, 0, 1)))
    await until(async () => (await waiting()) > 0, 10_000)
    const isFree = (partition: number) =>
      sql
        .begin(async tx => {
          await tx`SELECT set_config('lock_timeout', '100ms', true)`
          if (isKnown) await tx`SELECT FROM checkpoints WHERE partition = ${partition} FOR UPDATE NOWAIT`
          else await tx`INSERT INTO checkpoints VALUES ('ours', ${partition}, 0)`
          throw new Error('free')
        })
        .catch(error => error.message === 'free')
    const free = []
    for (const partition of [0, 2, 3]) free.push(await isFree(partition))
    await Promise.all([release(), batch])
    expect(free).toEqual([false, true, true])
  })
})

/** It may give the order that the statement has to ask for. */
const dropPrimaryKey = async () => {
  const [key] = await sql<{ name: string }[]>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = 'checkpoints'::regclass AND contype = 'p'`
  await sql`ALTER TABLE checkpoints DROP CONSTRAINT ${sql(key?.name ?? '')}`
}

const waiting = async () => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row?.n ?? 0
}

test('R-06: two projectors on one partition count each entry once', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, i) => enter(0, 5 + i)))
  expect(await nextOffset()).toBe(12)
  expect(await projected()).toBe(12)
})

test('no batch is under way while batches are locked out', async () => {
  const seen: string[] = []
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  const batch = enter(0, 1, async () => {
    seen.push('batch begins')
    await gate
    seen.push('batch ends')
  })
  await until(() => seen.length > 0, 5_000)
  const alone = inTransaction(sql, async tx => {
    await lockOutBatches(tx, 'group')
    seen.push('alone')
    await new Promise(resolve => setTimeout(resolve, 50))
    seen.push('alone no more')
  })
  await until(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0, 5_000)
  const next = enter(1, 2, async () => void seen.push('next batch'))
  await enter(0, 1, async () => {}, 'another group')
  open()
  await Promise.all([batch, alone, next])
  expect(seen).toEqual(['batch begins', 'batch ends', 'alone', 'alone no more', 'next batch'])
})
