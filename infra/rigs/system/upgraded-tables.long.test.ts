/** What migrations make of the tables of earlier releases, row by row: the same as this release makes of the same events. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { project } from '@firsttouch/projector/pipeline/project'
import { openStore } from '@firsttouch/projector/pipeline/store'
import { ROLLUPS } from '@firsttouch/projector/projections/index'
import { BATCHES, LATER } from '@firsttouch/projector/testing/story'
import { beforeAll, expect, test } from 'vitest'
import type { LogRecord } from '../../log/log.ts'
import { migrateClickHouse, statementsOf } from '../../stores/migrate.ts'
import {
  copyOlder,
  countAsBefore180,
  isBefore,
  isOfEdition5,
  isOfFirstRelease,
  migrateAsBefore180,
} from '../testing/before-180.ts'
import { openTestClickHouse, type TestClickHouse } from '../testing/stores.ts'

/** Of this release alone. */
let fresh: TestClickHouse
beforeAll(async () => {
  fresh = await openTestClickHouse()
  for (const batch of BATCHES) await run(batch, fresh.db)
})

const run = (batch: LogRecord[], db: string) => project(batch, { store: openStore(fresh.client, db) })
const command = (query: string) => fresh.client.command({ query })
const rows = async <Row = unknown[]>(query: string): Promise<Row[]> =>
  (await fresh.client.query({ query, format: 'JSONCompactEachRow' })).json<Row>()
const names = async (query: string) => (await rows<[string]>(query)).flat()
const tablesOf = (db: string) =>
  names(`SELECT name FROM system.tables WHERE database = '${db}' ORDER BY name`)

/** Older releases did not note whose a cost is. The log tells when it is read again. */
const UNKNOWN = ', utm_source, utm_medium, platform, account'

const expectAsFresh = async (db: string) => {
  for (const { table } of ROLLUPS) {
    const contents = (of: string) =>
      rows(
        `SELECT * EXCEPT (version, gone${table === 'spend' ? UNKNOWN : ''}) FROM ${of}.${table} FINAL ORDER BY ALL`,
      )
    const expected = await contents(fresh.db)
    expect(expected.length, table).toBeGreaterThan(0)
    expect(await contents(db), table).toEqual(expected)
  }
  expect(await tablesOf(db)).toEqual(await tablesOf(fresh.db))
}

/** What 180 leaves alone. */
const RECORDS = ['leads', 'campaign_settings', 'spend', 'experiment_changes']

/** As the story leaves it, but for what came before and was taken away again. */
const fillAsBefore180 = async (db: string, isBefore130: boolean): Promise<void> => {
  const { client } = fresh
  const taken = await openTestClickHouse()
  await run(LATER, taken.db)
  await copyOlder(client, `${taken.db}.events`, `${db}.events`)
  await countAsBefore180(client, db, { isBefore130 })
  const counted = `SELECT table FROM system.columns WHERE database = '${db}' AND name = 'gone'`
  for (const table of await names(counted))
    await command(`INSERT INTO ${db}.${table} SELECT * REPLACE (2 AS version, 1 AS gone) FROM ${db}.${table}`)
  await command(`TRUNCATE TABLE ${db}.events`)
  for (const table of ['events', ...RECORDS])
    await copyOlder(client, `${fresh.db}.${table}`, `${db}.${table}`)
  await countAsBefore180(client, db, { isBefore130, version: 3 })
}

// What later files add is filled as well; 161 speaks of tables by their new names.
const without130 = (name: string) => isBefore(180)(name) && !/^(130|131|161)_/.test(name)

test.each([
  [130, without130],
  [180, isBefore(180)],
])(
  'what was counted under the names before %i is there under the new ones before anything is projected again',
  async (number, isApplied) => {
    const db = `before_${number}`
    await migrateAsBefore180(fresh.client, db, isApplied)
    await fillAsBefore180(db, number === 130)
    await migrateClickHouse(fresh.client, db)
    await expectAsFresh(db)
  },
)

test('what the release before had read of the log counts as read, and of a partition that an older one had read nothing does', async () => {
  await migrateAsBefore180(fresh.client, 'editions')
  await command(
    `INSERT INTO editions.progress (partition, next_offset, appended_at, edition, kept_to)
    VALUES (0, 90, now(), 4, 90), (0, 91, now(), 5, 91), (1, 62, now(), 5, NULL), (2, 30, now(), 4, 30)`,
  )
  await migrateClickHouse(fresh.client, 'editions')
  const store = openStore(fresh.client, 'editions')
  const isOld = await Promise.all([0, 1, 2].map(store.isOfOlderRelease))
  // Edition 9 counts converters otherwise, so the log is read again.
  expect(isOld).toEqual([true, true, true])
  expect(await Promise.all([0, 1, 2].map(store.placeOf))).toEqual([
    { next: 91, keptTo: 91 },
    { next: 62, keptTo: null },
    { next: 30, keptTo: 30 },
  ])
  // The release before, should it go on all the same.
  await command(
    'INSERT INTO editions.progress (partition, next_offset, appended_at, edition) VALUES (0, 92, now(), 5)',
  )
  expect(await store.isOfOlderRelease(0)).toBe(true)
})

test('what a start of 180 copied that was cut short does not count as read: the old release may have gone on', async () => {
  await migrateAsBefore180(fresh.client, 'cut_short')
  await copyOlder(fresh.client, `${fresh.db}.events`, 'cut_short.events')
  const text = await readFile(join(import.meta.dirname, '../../migrations/clickhouse/180_counts.sql'), 'utf8')
  const statements = statementsOf(text)
  const cut = statements.findIndex(statement => statement.includes('INSERT INTO {db}.session_events'))
  for (const statement of statements.slice(0, cut + 1))
    await command(statement.replaceAll('{db}', 'cut_short'))
  await command(
    'INSERT INTO cut_short.progress (partition, next_offset, appended_at, edition) VALUES (0, 92, now(), 5)',
  )
  await migrateClickHouse(fresh.client, 'cut_short')
  expect(await openStore(fresh.client, 'cut_short').isOfOlderRelease(0)).toBe(true)
})

test.each([
  ['the first release', isBefore(2), { of: isOfFirstRelease, isBefore130: true }],
  ['edition 4', isBefore(160), { of: (statement: string) => !isOfEdition5(statement) }],
  ['edition 5', isBefore(180), {}],
])(
  'the tables of %s, migrated and filled again from the log, are as those of this release',
  async (what, isApplied, counting) => {
    const db = what.replaceAll(' ', '_')
    await migrateAsBefore180(fresh.client, db, isApplied)
    // By name: the first release did not ask for devices.
    const columns = await names(
      `SELECT name FROM system.columns WHERE database = '${db}' AND table = 'events' AND name != 'version'`,
    )
    await command(`INSERT INTO ${db}.events (${columns}) SELECT ${columns} FROM ${fresh.db}.events`)
    await countAsBefore180(fresh.client, db, counting)
    await migrateClickHouse(fresh.client, db)
    for (const batch of BATCHES) await run(batch, db)
    await expectAsFresh(db)
  },
)
