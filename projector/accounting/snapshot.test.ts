/** What a snapshot reads, beside another group whose numbers must not be in it. */
import type { ClickHouseClient } from '@clickhouse/client'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockIn } from '../pipeline/checkpoint.ts'
import { EDITION } from '../projections/index.ts'
import { isLeftHalfDone, readSnapshot } from './snapshot.ts'

const TABLES = ['event_sums', 'leads', 'campaign_settings', 'spend', 'progress', 'events']
const QUARTER = '2026-03-01 12:30:00'
const AT = new Date('2026-03-01T12:30:00.000Z')

let sql: Sql
let client: ClickHouseClient
let db: string
beforeAll(async () => {
  sql = (await openTestPostgres()).sql
  ;({ client, db } = await openTestClickHouse())
})
beforeEach(async () => {
  await emptyTables(sql, 'accounting', 'checkpoints', 'dead_letters', 'event_counts')
  for (const table of TABLES) await client.command({ query: `TRUNCATE TABLE ${db}.${table}` })
})

const deps = (group = 'ours') => ({ sql, clickhouse: client, db, group })
const insert = (table: string, ...values: Record<string, unknown>[]) =>
  client.insert({ table: `${db}.${table}`, values, format: 'JSONEachRow' })
const snapshotOf = async (group?: string) => (await readSnapshot(deps(group)))?.snapshot
const visits = (n: number, more: Record<string, unknown> = {}) =>
  insert('event_sums', {
    ...{ quarter_hour: QUARTER, at: QUARTER, model: 'traffic', type: 'visit', bot: 0, n, version: 1 },
    ...more,
  })

const checkpoints = (...rows: [group: string, partition: number, next: number, entries: number][]) =>
  Promise.all(
    rows.map(row => sql`INSERT INTO checkpoints VALUES (${row[0]}, ${row[1]}, ${row[2]}, ${row[3]})`),
  )
type Counts = { accepted?: number; projected?: number; duplicates?: number; conflicts?: number }
const count = (group: string, partition: number, type: string, counts: Counts) =>
  sql`INSERT INTO event_counts ${sql({ consumer_group: group, partition, type, ...counts })}`
const letter = (group: string, offset: number, types: Record<string, number>, more: object = {}) =>
  sql`INSERT INTO dead_letters ${sql({
    ...{
      consumer_group: group,
      partition: 0,
      offset,
      reason: 'not_json',
      detail: '',
      error_class: 'permanent',
    },
    ...{ key: Buffer.from(''), value: Buffer.from(''), code_version: '1', appended_at: AT },
    ...{ types: sql.json(types), ...more },
  })}`

test('the counts are the group’s own, over all its partitions', async () => {
  await checkpoints(['ours', 0, 10, 8], ['ours', 3, 5, 4], ['theirs', 0, 100, 1])
  await count('ours', 0, 'visit', { accepted: 5, projected: 4, duplicates: 1, conflicts: 1 })
  await count('ours', 3, 'visit', { accepted: 20, projected: 10, duplicates: 2, conflicts: 2 })
  await count('ours', 3, 'ab_test', { accepted: 7 })
  await count('theirs', 0, 'visit', { accepted: 900, projected: 900, duplicates: 900, conflicts: 900 })
  await letter('ours', 1, { visit: 2, unknown: 1 })
  await letter('ours', 2, { visit: 1 })
  await letter('ours', 3, { visit: 50 }, { replayed_at: AT })
  await letter('theirs', 1, { visit: 50, conversion: 50 })
  const snapshot = await snapshotOf()
  expect(snapshot?.offsets.toSorted()).toEqual([
    [0, 10],
    [3, 5],
  ])
  expect(snapshot).toMatchObject({
    passedOver: 3,
    accepted: { visit: 25, ab_test: 7 },
    projected: { visit: 14, ab_test: 0 },
    duplicates: { visit: 3, ab_test: 0 },
    conflicts: 3,
    deadLetters: { visit: 3, unknown: 1 },
  })
  expect((await snapshotOf('a third'))?.passedOver).toBe(0)
})

test('the events are those that the read models hold, each row in its last version', async () => {
  await visits(3)
  await visits(5, { version: 2 })
  await visits(4, { utm_source: CANARY_SOURCE })
  await visits(2, { bot: 1, utm_source: CANARY_SOURCE })
  await visits(1, { bot: 1 })
  await visits(50, { model: 'campaign_traffic', utm_campaign: 'spring' })
  const shown = {
    quarter_hour: QUARTER,
    at: QUARTER,
    model: 'ab_event',
    type: 'ab_test',
    test_name: 'a',
    variant: 'v1',
    event: 'variant_assigned',
  }
  await insert('event_sums', { ...shown, bot: 0, n: 6, version: 1 })
  await insert('event_sums', { ...shown, bot: 0, n: 7, version: 2 }, { ...shown, bot: 1, n: 8, version: 1 })
  for (const version of [1, 2]) {
    const id = '01890000-0000-4000-8000-000000000001'
    await insert('leads', { minute: QUARTER, lead: id, recorded: version, changed: 10 + version, version })
    await insert('campaign_settings', { minute: QUARTER, campaign: id, told: 20 + version, version })
    await insert('spend', { minute: QUARTER, spend: id, told: 30 + version, version })
    await insert('experiment_changes', { minute: QUARTER, change: id, told: 40 + version, version })
  }
  expect((await snapshotOf())?.unique).toEqual({
    human: {
      visit: 9,
      ab_test: 7,
      lead_recorded: 2,
      lead_changed: 12,
      campaign_changed: 22,
      spend_recorded: 32,
      experiment_changed: 42,
    },
    bot: { visit: 3, ab_test: 8 },
    tests: { visit: 2, ab_test: 0 },
  })
})

test('no snapshot is taken where a batch does not end in time; another group’s is not waited for', async () => {
  await sql.begin(async tx => {
    await lockIn(tx, 'ours')
    expect(await readSnapshot({ ...deps(), lockWithinMs: 200 })).toBeNull()
    expect(await readSnapshot(deps('theirs'))).not.toBeNull()
  })
})

describe('duplicates of an older release', () => {
  const duplicates = () => sql`
    SELECT consumer_group AS of, partition, type, duplicates::int AS n FROM event_counts
    WHERE duplicates != 0 ORDER BY consumer_group, type, partition`
  const opened = async () =>
    (await sql`SELECT consumer_group FROM accounting WHERE opened ORDER BY consumer_group`).map(
      row => row.consumer_group,
    )
  const theirs = { of: 'theirs', partition: 1, type: 'visit', n: 1 }

  beforeEach(async () => {
    await sql`INSERT INTO accounting (consumer_group, opened) VALUES ('ours', false), ('theirs', false)`
    await checkpoints(['ours', 1, 40, 40], ['ours', 2, 50, 50])
    await count('ours', 2, 'visit', { projected: 30, duplicates: 4 })
    await count('ours', 1, 'visit', { projected: 10, duplicates: 5 })
    await count('ours', 2, 'conversion', { projected: 3, duplicates: 6 })
    await count('theirs', 1, 'visit', { projected: 999, duplicates: 1 })
    await visits(20)
    await visits(5, { bot: 1 })
    await insert('progress', { partition: 1, next_offset: 40, appended_at: QUARTER, edition: EDITION })
  })

  test('are what is projected and not unique, in the first partition of the type, and made up for once', async () => {
    await insert('progress', { partition: 1, next_offset: 39, appended_at: QUARTER, edition: EDITION - 1 })
    await insert('events', eventAt(1, 39), eventAt(2, 49))
    const own = [
      { of: 'ours', partition: 2, type: 'conversion', n: 3 },
      { of: 'ours', partition: 1, type: 'visit', n: 15 },
    ]
    expect((await snapshotOf())?.duplicates).toEqual({ visit: 15, conversion: 3 })
    expect(await duplicates()).toEqual([...own, theirs])
    expect(await opened()).toEqual(['ours'])
    await sql`UPDATE event_counts SET projected = 100 WHERE consumer_group = 'ours'`
    await snapshotOf()
    expect(await duplicates()).toEqual([...own, theirs])
  })

  test.each([
    ['the store holds more than is counted', 'events', { log_partition: 2, log_offset: 50 }],
    ['read models are still being made', 'progress', { partition: 2, next_offset: 50, edition: EDITION - 1 }],
  ])('wait while %s', async (_, table, row) => {
    await insert(table, table === 'events' ? eventAt(2, 50) : { appended_at: QUARTER, ...row })
    await snapshotOf()
    expect(await opened()).toEqual([])
    expect((await duplicates()).filter(({ of }) => of === 'ours')).toHaveLength(3)
  })
})

const eventAt = (partition: number, offset: number) => ({
  ...{ minute: QUARTER, id: crypto.randomUUID(), type: 'visit', occurred_at: QUARTER, received_at: QUARTER },
  ...{ log_partition: partition, log_offset: offset },
})

describe('something is left half done', () => {
  const isLeft = (offsets: [number, number][] = [], group?: string) =>
    isLeftHalfDone(deps(group), { offsets } as Parameters<typeof isLeftHalfDone>[1])

  test('while a replay of the group is asked for and not done', async () => {
    await letter('theirs', 1, {}, { replay_requested_at: AT })
    await letter('ours', 1, {})
    await letter('ours', 2, {}, { replay_requested_at: AT, replayed_at: AT })
    expect(await isLeft()).toBe(false)
    expect(await isLeft([], 'theirs')).toBe(true)
    await letter('ours', 3, {}, { replay_requested_at: AT })
    expect(await isLeft()).toBe(true)
  })

  test('while the store holds what is not counted yet, each partition by itself', async () => {
    await insert('events', eventAt(1, 9), eventAt(2, 99))
    const ends = (one: number, two: number): [number, number][] => [
      [1, one],
      [2, two],
    ]
    expect(await isLeft(ends(10, 100))).toBe(false)
    expect(await isLeft(ends(9, 100))).toBe(true)
    expect(await isLeft(ends(100, 10))).toBe(true)
    expect(await isLeft([[1, 10]])).toBe(true)
  })
})
