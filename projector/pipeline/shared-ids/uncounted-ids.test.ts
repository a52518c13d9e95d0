import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { recordsOf, visit } from '../../testing/events.ts'
import { deadLetterOf, unreadable } from '../dead-letters.ts'
import { sweepNotes } from './shared-ids.ts'
import { announce, announceDeadLetters, announcedByOthers, withdrawDeadLetters } from './uncounted-ids.ts'

let sql: Sql
beforeEach(async () => {
  ;({ sql } = await openTestPostgres())
})

const [one, two] = [visit(), visit()]
const at = (partition: number, from: number, ...events: LoggedEvent[]): LogRecord[] =>
  recordsOf(events, from).map(record => ({ ...record, partition }))
const refused = (records: LogRecord[]) => records.map(record => deadLetterOf(record, new Error('refused')))
const announced = async () =>
  (
    await sql<{ place: string }[]>`
      SELECT concat_ws(' ', consumer_group, partition, "offset", next_offset, CASE WHEN is_dead_letter THEN 'letter' END) AS place
      FROM uncounted_ids ORDER BY place`
  ).map(({ place }) => place)

test('who announces an id later than another batch of the group is told of it, and of no other id', async () => {
  const asked = async (group: string, records: LogRecord[]) => {
    await announce(sql, group, records)
    return announcedByOthers(sql, group, records)
  }
  expect(await asked('ours', at(1, 5, one, two))).toEqual(new Set())
  expect(await asked('ours', at(2, 5, visit(), one))).toEqual(new Set([one.id]))
  expect(await asked('theirs', at(3, 5, one))).toEqual(new Set())
  expect(await announcedByOthers(sql, 'ours', at(1, 5, one, two))).toEqual(new Set([one.id]))
})

test('a batch that comes again covers what was announced of its entries, and of none beside them', async () => {
  await announce(sql, 'theirs', at(1, 5, one))
  await announceDeadLetters(sql, 'ours', refused(at(1, 6, two)))
  for (const records of [
    at(1, 5, one),
    at(1, 7, two),
    at(2, 5, one),
    at(1, 5, one, two),
    at(1, 6, two),
    at(1, 7, two),
  ])
    await announce(sql, 'ours', records)
  expect(await announced()).toEqual([
    'ours 1 5 7',
    'ours 1 6 7',
    'ours 1 6 7 letter',
    'ours 1 7 8',
    'ours 2 5 6',
    'theirs 1 5 6',
  ])
})

test('a dead letter that a store refused is announced until it is withdrawn, and is no other one to itself', async () => {
  const own = at(1, 5, one)
  const asked = () => announcedByOthers(sql, 'ours', own, true)
  await announceDeadLetters(sql, 'theirs', refused(at(2, 5, one)))
  await announceDeadLetters(sql, 'ours', refused(own))
  await announceDeadLetters(
    sql,
    'ours',
    at(2, 6, one).map(record => unreadable(record, { ok: false, reason: 'schema', detail: '' })),
  )
  expect(await asked()).toEqual(new Set())
  for (const other of [at(1, 6, one), at(2, 5, one)]) {
    await announceDeadLetters(sql, 'ours', refused(other))
    expect(await asked()).toEqual(new Set([one.id]))
    await withdrawDeadLetters(sql, 'ours', other)
    expect(await asked()).toEqual(new Set())
  }
  await announce(sql, 'ours', own)
  expect(await asked()).toEqual(new Set([one.id]))
  expect(await announced()).toEqual(['ours 1 5 6', 'ours 1 5 6 letter', 'theirs 2 5 6 letter'])
})

test('notes go when nobody of their group has announced their id any more', async () => {
  const note = (group: string, { id }: LoggedEvent) => sql`
    INSERT INTO shared_ids (consumer_group, id, partition, "offset", index, type, content)
    VALUES (${group}, ${id}, 1, 5, 0, 'visit', '')`
  for (const group of ['ours', 'theirs']) for (const event of [one, two]) await note(group, event)
  await announce(sql, 'ours', at(1, 5, one))
  await announce(sql, 'theirs', at(1, 5, two))
  await sql.begin(tx => sweepNotes(tx, 'ours'))
  const left =
    await sql`SELECT consumer_group AS group, id FROM shared_ids ORDER BY consumer_group, "group", id`
  expect([...left]).toEqual([
    { group: 'ours', id: one.id },
    ...[one, two].map(({ id }) => ({ group: 'theirs', id })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ])
})
