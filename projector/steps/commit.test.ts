import type { LogRecord } from '@firsttouch/infra/log/log'
import { openStallingProxy } from '@firsttouch/infra/rigs/testing/proxy/stalling-proxy'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { openPostgres } from '@firsttouch/infra/stores/postgres'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Occurrence } from '../entries/content.ts'
import { fence, LeaseLost } from '../lease.ts'
import { conversion, recordsOf, visit } from '../testing/events.ts'
import { commit } from '../testing/leader.ts'
import { NOTHING, type Projected, readOffsets } from './commit.ts'
import { deadLetterOf } from './dead-letters.ts'

let sql: Sql
let url: string
beforeEach(async () => {
  ;({ sql, url } = await openTestPostgres())
  await lease(3)
})
const lease = async (epoch: number) => {
  for (const db of ['ours', 'theirs'])
    await sql`
      INSERT INTO projector_leases VALUES (${groupOf(db)}, 'a test', ${epoch}, now())
      ON CONFLICT (consumer_group) DO UPDATE SET epoch = EXCLUDED.epoch`
}

const store = { saveProgress: async () => undefined }
const save = (records: LogRecord[], projected: Partial<Projected> = {}, db = 'ours', epoch = 3) =>
  commit(records, { ...NOTHING, ...projected }, { sql, db, epoch, store })
const visitsAt = (partition: number, from: number, to: number) =>
  recordsOf(
    Array.from({ length: to - from }, () => visit()),
    from,
  ).map(record => ({ ...record, partition }))
const occurrence = (partition: number, offset: number): Occurrence => ({
  partition,
  offset,
  index: 0,
  id: `${partition}/${offset}`,
  type: 'visit',
  content: '',
})
/** Commits a batch of visits, all projected. */
const enter = (from: number, to: number, epoch = 3) => {
  const records = visitsAt(0, from, to)
  return save(records, { events: records.map(({ offset }) => occurrence(0, offset)) }, 'ours', epoch)
}
const offsets = () => readOffsets(sql, groupOf('ours'))
const projected = async () => {
  const [row] = await sql<{ n: string }[]>`SELECT coalesce(sum(projected), 0) AS n FROM event_counts`
  return Number(row?.n)
}

test('R-02, R-04: repeated entries are not counted again, and the checkpoint never moves back', async () => {
  expect((await enter(0, 10)).replayed).toBe(0)
  expect((await enter(5, 15)).replayed).toBe(5)
  expect((await enter(0, 15)).replayed).toBe(15)
  expect(await projected()).toBe(15)
  expect(await offsets()).toEqual(new Map([[0, 15]]))
})

test.each([
  ['progress', { saveProgress: () => Promise.reject(new Error('the store is down')) }],
  ['checkpoint', store],
])('a commit fails when its %s cannot be written', async (what, own) => {
  await enter(0, 3)
  if (what === 'checkpoint') await sql`ALTER TABLE event_counts ADD CHECK (projected < 4)`
  const events = [occurrence(0, 3)]
  const deps = { sql, db: 'ours', epoch: 3, store: own }
  await expect(commit(visitsAt(0, 3, 4), { ...NOTHING, events }, deps)).rejects.toThrow()
  if (what === 'progress') return
  expect([await projected(), await offsets()]).toEqual([3, new Map([[0, 3]])])
})

describe('R-06: the commit of a leader whose epoch is over', () => {
  test('R-06: the commit of a former leader waits for a takeover in progress, and then throws', async () => {
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const taking = inTransaction(sql, async tx => {
      await tx`UPDATE projector_leases SET epoch = 4`
      begun.resolve()
      await taken.promise
    })
    await begun.promise
    const late = enter(0, 3)
    const outcome = late.catch(error => error)
    await new Promise(resolve => setTimeout(resolve, 50))
    taken.resolve()
    await taking
    expect(await outcome).toBeInstanceOf(LeaseLost)
    expect(await projected()).toBe(0)
  })

  test('PostgreSQL ends the commit of a leader that hangs inside a statement, so that another can lead', async () => {
    const proxy = await openStallingProxy(url, 'half_way')
    const hanging = await openPostgres({ url: proxy.url, dataDir: '' })
    const group = groupOf('ours')
    const stuck = hanging.sql.begin(async tx => {
      await fence(tx, group, 3)
      await tx`SELECT ${1}::integer AS half_way`
    })
    stuck.catch(() => undefined)
    await proxy.stalls
    const { count } = await sql`UPDATE projector_leases SET epoch = 4 WHERE consumer_group = ${group}`
    expect(count).toBe(1)
    await proxy.close()
    await hanging.close()
  })

  test('R-06: a takeover waits until a commit that has begun has ended', async () => {
    const group = groupOf('ours')
    await sql.begin(async tx => {
      await fence(tx, group, 3)
      const taking = sql.begin(async other => {
        await other`SET LOCAL lock_timeout = '50ms'`
        await other`UPDATE projector_leases SET epoch = 4 WHERE consumer_group = ${group}`
      })
      await expect(taking).rejects.toThrow('lock timeout')
    })
  })
})

test('a commit moves only the offsets of its group and of its batch’s partitions, and counts only new entries', async () => {
  const saved = async () =>
    (await sql`SELECT * FROM checkpoints ORDER BY consumer_group, partition`).map(row => [
      row.consumer_group,
      row.partition,
      Number(row.next_offset),
      Number(row.entries),
    ])
  await save([...visitsAt(2, 0, 4), ...visitsAt(1, 0, 7)])
  await save([...visitsAt(1, 50, 60), ...visitsAt(3, 1, 2)], {}, 'theirs')
  const before = [
    [groupOf('ours'), 1, 7, 7],
    [groupOf('ours'), 2, 4, 4],
    [groupOf('theirs'), 1, 60, 10],
    [groupOf('theirs'), 3, 2, 1],
  ]
  expect(await saved()).toEqual(before)
  await save(visitsAt(1, 0, 61), {}, 'theirs')
  expect(await saved()).toEqual(before.with(2, [groupOf('theirs'), 1, 61, 11]))
})

describe('a dead letter', () => {
  const letter = (db: string, partition: number, offset: number, types: object) =>
    sql`INSERT INTO dead_letters ${sql({
      ...{ consumer_group: groupOf(db), partition, offset, reason: 'not_json', detail: '' },
      ...{ error_class: 'permanent', key: Buffer.from(''), value: Buffer.from('') },
      ...{ code_version: '1', appended_at: new Date() },
      types: sql.json(types as Record<string, number>),
    })}`
  const conversionAt = (partition: number, offset: number): LogRecord[] =>
    recordsOf([conversion()], offset).map(record => ({ ...record, partition }))
  const accepted = async () => [
    ...(await sql`SELECT partition, type, accepted::int FROM event_counts ORDER BY type`),
  ]
  const replay = (record: LogRecord, events: Occurrence[] = []) => save([record], { events })

  test('a replay replaces the accepted counts of its dead letter with those of the entry, and changes no other dead letter', async () => {
    for (const [db, partition, offset] of [
      ['another', 1, 5],
      ['theirs', 1, 5],
      ['ours', 0, 5],
      ['ours', 2, 5],
      ['ours', 1, 4],
      ['ours', 1, 6],
    ] as const)
      await letter(db, partition, offset, { unknown: 100 })
    await letter('ours', 1, 5, { unknown: 2, visit: 1 })
    await sql`INSERT INTO checkpoints VALUES (${groupOf('ours')}, 1, 6, 6)`
    const [record] = conversionAt(1, 5)
    if (!record) throw new Error('There is none.')
    await replay(record)
    expect(await accepted()).toEqual([
      { partition: 1, type: 'conversion', accepted: 1 },
      { partition: 1, type: 'unknown', accepted: -2 },
      { partition: 1, type: 'visit', accepted: -1 },
    ])
  })

  test('a batch that reads a dead letter again replaces its accepted counts with those of the entry', async () => {
    await save(visitsAt(1, 0, 6))
    await letter('ours', 1, 5, { unknown: 2 })
    await save([...visitsAt(1, 4, 5), ...conversionAt(1, 5)])
    expect(await accepted()).toEqual([
      { partition: 1, type: 'conversion', accepted: 1 },
      { partition: 1, type: 'unknown', accepted: -2 },
      { partition: 1, type: 'visit', accepted: 6 },
    ])
  })

  test('an entry that is refused, then projected, then lost and refused again counts once', async () => {
    const [fine, odd] = visitsAt(1, 5, 7)
    if (!fine || !odd) throw new Error('There are none.')
    const events = [occurrence(1, 5), occurrence(1, 6)]
    const again = (refused: LogRecord[], events: Occurrence[]) =>
      save([fine, odd], {
        deadLetters: refused.map(record => deadLetterOf(record, new Error('refused'))),
        events,
      })
    const state = async () => {
      const [counts] = await sql`SELECT accepted::int, projected::int FROM event_counts`
      const [letter] = await sql`SELECT attempts, types, replayed_at IS NULL AS open FROM dead_letters`
      return [counts?.accepted, counts?.projected, letter?.attempts, letter?.types, letter?.open]
    }
    await again([odd], events.slice(0, 1))
    expect(await state()).toEqual([2, 1, 1, { visit: 1 }, true])
    expect(await again([odd], events.slice(0, 1))).toEqual({ replayed: 1 })
    expect(await state()).toEqual([2, 1, 2, { visit: 1 }, true])
    expect(await again([], events)).toEqual({ replayed: 1 })
    expect(await state()).toEqual([2, 2, 3, { visit: 1 }, false])
    await again([odd], events.slice(0, 1))
    expect(await state()).toEqual([2, 2, 4, {}, true])
    expect(await again([], events)).toEqual({ replayed: 2 })
    expect(await state()).toEqual([2, 2, 5, {}, false])
    await again([odd], events.slice(0, 1))
    await replay(odd, events.slice(1))
    expect(await state()).toEqual([2, 2, 7, {}, false])
  })
})

test('a duplicate of an entry that its batch reads again counts once, although the store lost that entry', async () => {
  const batch = visitsAt(1, 5, 7)
  await save(batch.slice(0, 1))
  await save(batch, { events: [5, 6].map(offset => ({ ...occurrence(1, offset), id: 'the same' })) })
  expect([...(await sql`SELECT projected::int, duplicates::int FROM event_counts`)]).toEqual([
    { projected: 1, duplicates: 1 },
  ])
})
