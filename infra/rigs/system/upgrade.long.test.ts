/**
 * An upgrade over the data of the first release: its tables as its migrations made them, filled as it filled them. Then
 * this release starts over the same directory. The other way round, what the first release says to its tables still works.
 */
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import type { Devices, LandingPages } from '@firsttouch/api/contract/landings'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { type LogEnvelope, RECORD_EVENTS } from '@firsttouch/ingest/events'
import { EVENT_COLUMNS, type EventPosition, eventRow, sentBy } from '@firsttouch/projector/pipeline/rows'
import { conversion, envelopeOf, exposure, NOON, visit } from '@firsttouch/projector/testing/events'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogRecord } from '../../log/log.ts'
import { walk } from '../../platform/walk.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { migrateClickHouse, migratePostgres } from '../../stores/migrate.ts'
import { openPostgres, type Sql } from '../../stores/postgres.ts'
import { countAsBefore180, isOfFirstRelease, migrateAsBefore180 } from '../testing/before-180.ts'
import { openTestPostgres } from '../testing/stores.ts'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations')
const first: Record<string, Record<string, string>> = JSON.parse(
  await readFile(join(import.meta.dirname, '..', 'testing', 'first-release.json'), 'utf8'),
)
const DATABASES = ['postgres', 'clickhouse'] as const

let place: string
let system: TestSystem | undefined
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'firsttouch-upgrade-'))
  for (const database of DATABASES) {
    await mkdir(join(place, 'first', database), { recursive: true })
    for (const name of Object.keys(first[database] ?? {}))
      await cp(join(migrations, database, name), join(place, 'first', database, name))
  }
})
afterAll(async () => {
  await system?.close()
  await rm(place, { recursive: true, force: true })
})

test('no migration of the first release has been changed or taken away', async () => {
  for (const database of DATABASES)
    for (const [name, checksum] of Object.entries(first[database] ?? {})) {
      const text = await readFile(join(migrations, database, name))
      expect(createHash('sha256').update(text).digest('hex'), name).toBe(checksum)
    }
})

/** Renamed or put together at once, before anybody depended on the old names: only a release that knows the new ones can go on. */
const RENAMES = ['131_old_names.sql', '150_accounting.sql', '181_old_counts.sql', '201_old_sums.sql']

test('migrations since then only add, but for the renames, so that the release before can serve beside this one', async () => {
  for (const database of DATABASES) {
    const since = (await readdir(join(migrations, database))).filter(
      name => !(name in (first[database] ?? {})) && !RENAMES.includes(name),
    )
    for (const name of since) {
      const text = (await readFile(join(migrations, database, name), 'utf8')).replaceAll(/--.*$/gm, '')
      expect(text, name).not.toMatch(
        /\b(DROP (TABLE|COLUMN|DATABASE)|RENAME|SET NOT NULL|(?<!AFTER )TRUNCATE)\b/i,
      )
      expect(text, name).not.toMatch(/ADD COLUMN(?! IF)[^,;]*NOT NULL(?![^,;]*(DEFAULT|GENERATED))/i)
    }
  }
})

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const google = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }
const [ann, bob] = ['utm_1772366400000_ann', 'utm_1772366400001_bob']
const events = [
  visit({ sessionId: ann, utm: google }),
  exposure('v2', ann),
  conversion({ sessionId: ann, at: NOON + 60_000, utm: google }),
  visit({ sessionId: bob, at: NOON + 1_000 }),
  exposure('control', bob, NOON + 1_000),
]
const records: LogRecord[] = events.map((event, offset) => ({
  partition: 1,
  offset,
  key: event.sessionId,
  value: JSON.stringify(envelopeOf([event], { userAgent })),
  appendedAt: new Date(NOON + offset),
}))

const INSERT_LOG = (sql: Sql, { partition, offset, key, value }: LogRecord) => sql`
  INSERT INTO log_entries (partition, "offset", key, value) VALUES (${partition}, ${offset}, ${key}, ${value})`

const fillAsFirstRelease = async (sql: Sql): Promise<void> => {
  for (const record of records) await INSERT_LOG(sql, record)
  await sql`UPDATE log_partitions SET next_offset = ${records.length} WHERE partition = 1`
  await sql`INSERT INTO log_consumers VALUES ('projector-firsttouch_1', 1, ${records.length})`
  await sql`
    INSERT INTO campaigns (id, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
      ad_asset_description, notes, generated_url, created_at)
    VALUES (${v7()}, 'Spring', '2026-03-01', 'Google Ads', 'google', 'cpc', 'spring', '', '', '', '', 'https://example.com/', now())`
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at, updated_at)
    VALUES (${v7()}, 'Ada', 'ada@example.com', '1', 'Roofs', 'Hello', 'contact', ${ann}, ${sql.json(google)}, '', now(), now())`
  await sql`
    INSERT INTO dead_letters (consumer_group, partition, "offset", key, value, reason, detail, appended_at)
    VALUES ('projector-firsttouch_1', 0, 0, 'k', 'poison', 'not_json', 'x', now())`
  await sql`INSERT INTO log_entries (partition, "offset", key, value) VALUES (0, 0, 'k', 'poison')`
  await sql`UPDATE log_partitions SET next_offset = 1 WHERE partition = 0`
}

type Place = [event: LogEnvelope['events'][number], position: EventPosition]
/** Without the columns that came later. */
const insertAsFirstRelease = (client: ClickHouseClient, envelope: LogEnvelope, ...of: Place) => {
  const cells = eventRow(sentBy(envelope), ...of)
  const row = Object.fromEntries(EVENT_COLUMNS.map((name, i) => [name, cells[i]]))
  const { device: _, browser: __, ...values } = row
  return client.insert({ table: 'firsttouch_1.events', values: [values], format: 'JSONEachRow' })
}

/** With the read models that there were, and without an edition. */
const projectAsFirstRelease = async (client: ClickHouseClient, isBefore130: boolean): Promise<void> => {
  for (const { value, partition, offset } of records) {
    const envelope: LogEnvelope = JSON.parse(value)
    for (const [index, event] of envelope.events.entries())
      await insertAsFirstRelease(client, envelope, event, { partition, offset, index })
  }
  await countAsBefore180(client, 'firsttouch_1', { of: isOfFirstRelease, isBefore130 })
  await client.insert({
    table: 'firsttouch_1.progress',
    columns: ['partition', 'next_offset', 'appended_at'],
    values: [{ partition: 1, next_offset: records.length, appended_at: '2026-03-01 12:30:00.000' }],
    format: 'JSONEachRow',
  })
}

test('this release goes on with the data of the first one, and counts what comes after', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-first-'))
  const clickhouse = await openClickHouse({ dataDir })
  const postgres = await openPostgres({ dataDir })
  await migratePostgres(postgres.sql, join(place, 'first', 'postgres'))
  await migrateClickHouse(clickhouse.client(), 'firsttouch_1', join(place, 'first', 'clickhouse'))
  await fillAsFirstRelease(postgres.sql)
  await projectAsFirstRelease(clickhouse.client(), true)
  await postgres.close()
  await clickhouse.close()

  const running = await startTestSystem({ dataDir })
  system = running
  const summary = () => running.get<AnalyticsSummary>('/api/admin/analytics')
  await until(async () => (await summary()).totalConversions === 1, 60_000)
  expect(await summary()).toMatchObject({ totalVisits: 2, totalConversions: 1 })
  expect(await visitorsOf(running)).toBe(1)
  expect(await running.get<Campaign[]>('/api/admin/campaigns')).toMatchObject([
    { name: 'Spring', clicks: 1, conversions: 1 },
  ])
  const { testStats } = await running.get<AbTestStats>('/api/admin/ab-testing-stats')
  expect(testStats.map(({ variant, visitors, converters }) => [variant, visitors, converters])).toEqual([
    ['control', 1, 0],
    ['v2', 1, 1],
  ])
  const sent = await running.post('/api/analytics/visit', { sessionId: 'utm_3_new', pagePath: '/' })
  expect(sent.status).toBe(202)
  await until(async () => (await summary()).totalVisits === 3, 60_000)
  await until(async () => (await recordsTold(running)).join() === '1,0,1,0,0', 60_000)
  await running.close()

  const again = await startTestSystem({ dataDir })
  system = again
  expect(
    (await again.post('/api/contact', { name: 'Bo', email: 'bo@example.com', message: 'Hi' })).status,
  ).toBe(200)
  await until(async () => (await recordsTold(again)).join() === '2,0,1,0,0', 60_000)
  await again.close()
  system = undefined
  await rm(dataDir, { recursive: true, force: true })
})

test('visitors, landing pages and devices come from the log where a release that did not know them had read all of it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-before-'))
  const clickhouse = await openClickHouse({ dataDir })
  const postgres = await openPostgres({ dataDir })
  await migratePostgres(postgres.sql)
  await migrateAsBefore180(clickhouse.client(), 'firsttouch_1')
  await fillAsFirstRelease(postgres.sql)
  await postgres.sql`INSERT INTO checkpoints VALUES ('projector-firsttouch_1', 1, ${records.length}, ${records.length})`
  await projectAsFirstRelease(clickhouse.client(), false)
  await postgres.close()
  await clickhouse.close()
  await makeOld(join(dataDir, 'clickhouse'), '202603_')

  const running = await startTestSystem({ dataDir })
  system = running
  expect(await visitorsOf(running)).toBe(1)
  const two = { sessions: 2, visits: 2, conversions: 1 }
  expect(await running.get<LandingPages>('/api/admin/landing-pages')).toMatchObject({
    pages: [{ page: '/', ...two }],
  })
  expect(await running.get<Devices>('/api/admin/devices')).toMatchObject({
    devices: [{ device: 'mobile', ...two }],
    browsers: [{ browser: 'Safari', ...two }],
  })
  await running.close()
  system = undefined
  await rm(dataDir, { recursive: true, force: true })
})

/** Unique lead_recorded, lead_changed and campaign_changed: what was there before is told once, and not at the next start. */
const recordsTold = async (running: TestSystem): Promise<number[]> => {
  const accounting = await running.get<PipelineAccounting>('/api/admin/pipeline')
  return RECORD_EVENTS.map(type => accounting.types.find(account => account.type === type)?.uniqueHuman ?? 0)
}

/** What reached the disk lately is counted again at every start; this did not. */
const makeOld = async (folder: string, part: string): Promise<void> => {
  const aDayAgo = Date.now() / 1000 - 86_400
  for await (const { path, entry } of walk(folder))
    if (entry.isDirectory() && entry.name.startsWith(part)) await utimes(join(folder, path), aDayAgo, aDayAgo)
}

/** The first that are known: until then they are not nought. */
const visitorsOf = async (running: TestSystem): Promise<number | null | undefined> => {
  const ask = async () => (await running.get<Campaign[]>('/api/admin/campaigns'))[0]?.visitors
  await until(async () => (await ask()) !== null, 60_000)
  return ask()
}

test('what the first release writes still works after this one has migrated', async () => {
  const { sql } = await openTestPostgres()
  await fillAsFirstRelease(sql)
  const [{ n = 0 } = {}] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM dead_letters`
  expect(n).toBe(1)
  // Its leads are told as well.
  expect(await sql`SELECT record FROM record_marks ORDER BY record`).toEqual([
    { record: 'campaign' },
    { record: 'lead' },
  ])
})
