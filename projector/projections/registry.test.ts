import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTED_TYPES } from '../entries/tally.ts'
import { openDays } from '../jobs/days.ts'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { NOON, oneOfEachType, recordsOf } from '../testing/events.ts'
import { DAY_SUMS } from './days.ts'
import { OTHER_TABLES, ROLLUPS, TIERS } from './index.ts'

let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>
const events = oneOfEachType(`utm_${NOON}_all`, NOON)
beforeAll(async () => {
  clickhouse = await openTestClickHouse()
  const { client, db } = clickhouse
  const store = openStore(client, db)
  await project(recordsOf(events), { store })
  const days = await openDays({ clickhouse: client, db, store, timeZone: 'UTC' })
  await days.writeOver(NOON + 2 * DAY_MS, work => work())
})
const rows = async <T>(query: string): Promise<T[]> =>
  (
    await clickhouse.client.query({ query: query.replaceAll('{db}', clickhouse.db), format: 'JSONEachRow' })
  ).json()
const tablesWith = async (settings: string): Promise<string[]> => {
  const found = await rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = '{db}' AND create_table_query LIKE '%${settings}%' ORDER BY name`,
  )
  return found.map(({ name }) => name)
}

test('every table of the migrations is declared once: by a projection, or in OTHER_TABLES with its purpose', async () => {
  const found = await rows<{ name: string }>(`SELECT name FROM system.tables WHERE database = '{db}'`)
  const declared = [...ROLLUPS.map(({ table }) => table), ...Object.keys(OTHER_TABLES)]
  expect(declared.toSorted()).toEqual(found.map(({ name }) => name).toSorted())
})

test('a read model reads no table of its own tier or of a later one', () => {
  for (const [at, tier] of TIERS.entries()) {
    const later = TIERS.slice(at).flat()
    for (const { from } of tier)
      expect(later.filter(({ table }) => from('db', () => '').includes(`db.${table} `))).toEqual([])
  }
})

test('every type of event is read by a read model', () => {
  const read = new Set(ROLLUPS.flatMap(({ reads }) => reads))
  expect([...read].toSorted()).toEqual(COUNTED_TYPES.filter(type => type !== 'unknown').toSorted())
})

// The dashboard sums these tables.
const summed = [
  ...ROLLUPS.map(({ table }) => table).filter(table => table.endsWith('_sums')),
  'session_events',
]

test('every table that the dashboard sums has an index on `at`, because it is sorted by bucket', async () => {
  const found = await rows<{ table: string }>(
    `SELECT table FROM system.data_skipping_indices WHERE database = '{db}' AND expr = 'at' AND type = 'minmax'`,
  )
  expect(found.map(({ table }) => table).toSorted()).toEqual(summed.toSorted())
})

test('when writes stop, the parts of a table that the dashboard sums are merged into one, which keeps its queries fast', async () => {
  const days = DAY_SUMS.map(({ table }) => table)
  expect(await tablesWith('min_age_to_force_merge_seconds = 3600')).toEqual([...summed, ...days].toSorted())
})

test('tables with writes in every batch delete merged parts every few seconds, because many such parts delay batches', async () => {
  expect(await tablesWith('cleanup_delay_period = 2%max_cleanup_delay_period = 5')).toEqual([
    'event_minutes',
    'event_sums',
    'events',
    'progress',
    'session_events',
    'session_minutes',
    'session_sums',
  ])
})

test('inserts into events and the tables of days are synced to the disk, because no later check repairs them', async () => {
  expect(await tablesWith('fsync_after_insert = 1, fsync_part_directory = 1')).toEqual([
    'event_days',
    'events',
    'leaders',
    'migrations',
    'session_days',
    'written_days',
  ])
})

const MODELS = ['landing', 'participant', 'visitor']
const PARTS = ['browser', 'channel', 'device', 'touch', 'variant']
test.each([
  ['event_minutes', 'type', ['ab_test', 'conversion', 'visit']],
  ['event_sums', 'model', ['ab_event', 'campaign_traffic', 'site_traffic', 'traffic']],
  ['session_events', 'kind', ['conversion', 'exposure', 'test_conversion', 'visit']],
  ['session_minutes', 'model', MODELS],
  ['session_sums', 'model', [...PARTS, ...MODELS].toSorted()],
])('%s, which several read models share, has rows of each of these', async (table, column, expected) => {
  const found = await rows<{ of: string }>(
    `SELECT DISTINCT ${column} AS of FROM {db}.${table} FINAL ORDER BY of`,
  )
  expect(found.map(({ of }) => of)).toEqual(expected)
})

describe.each([...ROLLUPS, ...DAY_SUMS].map(rollup => [rollup.table, rollup] as const))(
  '%s',
  (table, rollup) => {
    const columns = async () =>
      (
        await rows<{ name: string }>(
          `SELECT name FROM system.columns WHERE database = '{db}' AND table = '${table}'`,
        )
      ).map(({ name }) => name)

    test('a read model has rows only from types of events that it reads', async () => {
      expect(await rows(`SELECT 1 FROM {db}.${table} FINAL LIMIT 1`)).toHaveLength(1)
    })

    test('a read model’s table is sorted by its bucket and keys, so that a refresh replaces earlier rows', async () => {
      const [row] = await rows<{ key: string }>(
        `SELECT sorting_key AS key FROM system.tables WHERE database = '{db}' AND name = '${table}'`,
      )
      expect(row?.key.split(', ').toSorted()).toEqual([rollup.bucket, ...Object.keys(rollup.keys)].toSorted())
    })

    test('a read model writes every column of its table', async () => {
      const { bucket, keys, also = {}, measures } = rollup
      const written = new Set([bucket, ...[keys, also, measures].flatMap(Object.keys), 'version', 'gone'])
      expect([...written].toSorted()).toEqual((await columns()).toSorted())
    })

    test('a read model declares how an erasure reaches it, as its columns require', async () => {
      const names = await columns()
      if (names.includes('session')) expect(rollup.erasure).toBe('session')
      else if (names.includes('page')) expect(rollup.erasure).toBe('bucket')
      else expect(rollup.erasure).not.toBe('session')
    })
  },
)
