/** Reads the accounts of one consumer group while the same tables also hold another group's numbers. */
import type { ClickHouseClient } from '@clickhouse/client'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf, readAccounts, reasonOf } from './balance.ts'

const TABLES = ['event_sums', 'leads', 'campaign_settings', 'spend', 'experiment_changes']
const QUARTER = '2026-03-01 12:30:00'
const AT = new Date('2026-03-01T12:30:00.000Z')

let sql: Sql
let client: ClickHouseClient
let db: string
let ours: string
beforeAll(async () => {
  sql = (await openTestPostgres()).sql
  ;({ client, db } = await openTestClickHouse())
  ours = groupOf(db)
})
beforeEach(async () => {
  await emptyTables(sql, 'accounting', 'checkpoints', 'dead_letters', 'event_counts')
  for (const table of TABLES) await client.command({ query: `TRUNCATE TABLE ${db}.${table}` })
})

const insert = (table: string, ...values: Record<string, unknown>[]) =>
  client.insert({ table: `${db}.${table}`, values, format: 'JSONEachRow' })
const accounts = () => readAccounts({ sql, clickhouse: client, db })
const visits = (n: number, more: Record<string, unknown> = {}) =>
  insert('event_sums', {
    ...{ quarter_hour: QUARTER, at: QUARTER, model: 'traffic', type: 'visit', bot: 0, n, version: 1 },
    ...more,
  })
const checkpoint = (group: string, partition: number, next: number, entries = next) =>
  sql`INSERT INTO checkpoints VALUES (${group}, ${partition}, ${next}, ${entries})`
type Counts = { accepted?: number; projected?: number; duplicates?: number; conflicts?: number }
const count = (group: string, partition: number, type: string, counts: Counts) =>
  sql`INSERT INTO event_counts ${sql({ consumer_group: group, partition, type, ...counts })}`
const letter = (group: string, offset: number, types: Record<string, number>, more: object = {}) =>
  sql`INSERT INTO dead_letters ${sql({
    ...{ consumer_group: group, partition: 0, offset, reason: 'not_json', detail: '' },
    ...{ key: Buffer.from(''), value: Buffer.from(''), code_version: '1', appended_at: AT },
    ...{ error_class: 'permanent', types: sql.json(types), ...more },
  })}`

test('the accounts sum the counts of one group over all partitions, and skipped entries count as unknown', async () => {
  await checkpoint(ours, 0, 10, 8)
  await checkpoint(ours, 3, 5, 4)
  await checkpoint('theirs', 0, 100, 1)
  await count(ours, 0, 'visit', { accepted: 5, projected: 4, duplicates: 1, conflicts: 1 })
  await count(ours, 3, 'visit', { accepted: 20, projected: 10, duplicates: 2, conflicts: 2 })
  await count(ours, 3, 'ab_test', { accepted: 7 })
  await count('theirs', 0, 'visit', { accepted: 900, projected: 900, duplicates: 900, conflicts: 900 })
  await letter(ours, 1, { visit: 2, unknown: 1 })
  await letter(ours, 2, { visit: 1 })
  await letter(ours, 3, { visit: 50 }, { replayed_at: AT })
  await letter('theirs', 1, { visit: 50, conversion: 50 })
  const { offsets, types, conflicts } = await accounts()
  expect([offsets.toSorted(), conflicts]).toEqual([
    [
      [0, 10],
      [3, 5],
    ],
    3,
  ])
  expect(types).toMatchObject({
    visit: { accepted: 25, projected: 14, duplicates: 3, deadLetters: 3 },
    ab_test: { accepted: 7, projected: 0, duplicates: 0, deadLetters: 0 },
    conversion: { accepted: 0, deadLetters: 0 },
    unknown: { accepted: 3, deadLetters: 1 },
  })
})

test('unique events are counted in the read models, in the last version of each row', async () => {
  await visits(3)
  await visits(5, { version: 2 })
  await visits(4, { utm_source: CANARY_SOURCE })
  await visits(2, { bot: 1, utm_source: CANARY_SOURCE })
  await visits(1, { bot: 1 })
  await visits(50, { model: 'campaign_traffic', utm_campaign: 'spring' })
  const shown = {
    ...{ quarter_hour: QUARTER, at: QUARTER, model: 'ab_event', type: 'ab_test' },
    ...{ test_name: 'a', variant: 'v1', event: 'variant_assigned' },
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
  const { types } = await accounts()
  const numbers = Object.entries(types).map(([type, { uniqueHuman, uniqueBot, testEvents }]) => [
    type,
    [uniqueHuman, uniqueBot, testEvents],
  ])
  expect(Object.fromEntries(numbers)).toEqual({
    visit: [9, 3, 2],
    conversion: [0, 0, 0],
    ab_test: [7, 8, 0],
    engagement: [0, 0, 0],
    lead_recorded: [2, 0, 0],
    lead_changed: [12, 0, 0],
    campaign_changed: [22, 0, 0],
    spend_recorded: [32, 0, 0],
    experiment_changed: [42, 0, 0],
    unknown: [0, 0, 0],
  })
})

/** Accounts that balance. A test changes one number before it reads them. */
const balancing = async (): Promise<void> => {
  await checkpoint(ours, 0, 14)
  await count(ours, 0, 'visit', { accepted: 11, projected: 9, duplicates: 2, conflicts: 1 })
  await count(ours, 0, 'conversion', { accepted: 3, projected: 3 })
  await letter(ours, 1, { visit: 2 })
  await visits(4)
  await visits(3, { type: 'conversion' })
  await visits(3, { bot: 1 })
}

test('the accounts balance at the checkpoint, and the entries of all partitions after it are in flight', async () => {
  await balancing()
  const read = await accounts()
  expect(Object.values(read.types).every(({ balanced }) => balanced)).toBe(true)
  expect(reasonOf(read)).toBe(null)
  const since = (ms: number) => new Date(AT.getTime() + ms)
  const lag = [
    { partition: 3, entries: 1, since: since(2_000) },
    { partition: 0, entries: 4, since: since(1_000) },
    { partition: 7, entries: 0, since: null },
  ]
  expect(balanceOf(read, lag)).toMatchObject({
    ...read,
    ...{ inFlight: 5, oldestInFlight: '2026-03-01T12:30:01.000Z' },
  })
  expect(balanceOf(read, [])).toMatchObject({ inFlight: 0, oldestInFlight: null })
})

const [LOG, MODELS] = ['than were projected or became dead letters', 'than the read models hold']

describe.each<[string, () => Promise<unknown>, string]>([
  [
    'the roll-ups lost an event',
    () => visits(3, { version: 2 }),
    `visit: the projector counted 1 more ${MODELS}`,
  ],
  [
    'the roll-ups count two events twice',
    () => visits(6, { version: 2 }),
    `visit: the projector counted 2 fewer ${MODELS}`,
  ],
  [
    'an entry was skipped',
    () => sql`UPDATE checkpoints SET next_offset = 15`,
    `unknown: the log holds 1 more ${LOG}`,
  ],
  ['a dead letter was deleted', () => sql`DELETE FROM dead_letters`, `visit: the log holds 2 more ${LOG}`],
  [
    'the count of accepted events was lowered',
    () => sql`UPDATE event_counts SET accepted = 8 WHERE type = 'visit'`,
    `visit: the log holds 3 fewer ${LOG}`,
  ],
])('where %s', (_, change, reason) => {
  test('the accounting reports the differing type, and no other', async () => {
    await balancing()
    await change()
    const read = await accounts()
    const differing = Object.entries(read.types).filter(([, { balanced }]) => !balanced)
    expect(differing.map(([type]) => type)).toEqual([reason.split(':')[0]])
    expect(reasonOf(read)).toBe(`The accounting does not balance. ${reason}.`)
  })
})
