/** What a snapshot reads, beside another group whose numbers must not be in it. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import { beforeEach, expect, test } from 'vitest'
import { readSnapshot } from './snapshot.ts'

const TABLES = ['event_sums', 'leads', 'campaign_settings', 'spend']
const QUARTER = '2026-03-01 12:30:00'
const AT = new Date('2026-03-01T12:30:00.000Z')

const sql = (await openTestPostgres()).sql
const { client, db } = await openTestClickHouse()
beforeEach(async () => {
  await emptyTables(sql, 'accounting', 'checkpoints', 'dead_letters', 'event_counts')
  for (const table of TABLES) await client.command({ query: `TRUNCATE TABLE ${db}.${table}` })
})

const deps = (group = 'ours') => ({ sql, clickhouse: client, db, group })
const insert = (table: string, ...values: Record<string, unknown>[]) =>
  client.insert({ table: `${db}.${table}`, values, format: 'JSONEachRow' })
const snapshotOf = async (group?: string) => (await readSnapshot(deps(group))).snapshot
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
