import type { ClickHouseClient } from '@clickhouse/client'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { lockOffsets, saveCheckpoint } from '../pipeline/checkpoint.ts'
import { project, projectedOf } from '../pipeline/project.ts'
import { openStore } from '../pipeline/store.ts'
import { tallyOf } from '../pipeline/tally.ts'
import { conversion, exposure, recordsOf, visit } from '../testing/events.ts'
import { openOccurrences } from './occurrences.ts'
import { reconcile } from './reconcile.ts'

const MINUTE = 60_000
/** Within the hours that are compared, and old enough to be settled. */
const AT = Date.now() - 50 * MINUTE

let db: string
let client: ClickHouseClient
let sql: Sql
beforeEach(async () => {
  ;({ db, client } = await openTestClickHouse())
  sql = (await openTestPostgres()).sql
})

/** What a round and the books do. */
const take = async (events: LoggedEvent[]) => {
  const records = recordsOf(events, 0, { receivedAt: new Date(AT).toISOString() })
  await sql.begin(async tx => {
    const offsets = await lockOffsets(tx, groupOf(db), records)
    const projected = projectedOf(await project(records, { store: openStore(client, db) }))
    await saveCheckpoint(tx, groupOf(db), { offsets, records, projected })
  })
  const entries = records.map(record => ({ ...record, ...tallyOf(record.value) }))
  await openOccurrences(client, db).add(entries, new Map())
  await sql`
    INSERT INTO books_places (consumer_group, partition, next_offset)
    VALUES (${groupOf(db)}, 0, ${records.length})`
}

const story = () => [
  visit({ at: AT }),
  visit({ at: AT - MINUTE, sessionId: 'utm_2_b', utm: { utm_campaign: 'spring' } }),
  exposure('v2', 'utm_1_a', AT),
  conversion({ at: AT }),
]
const run = () => {
  const deps = { clickhouse: client, sql, db, signal: new AbortController().signal, onError: () => undefined }
  return reconcile(deps, new Date(), { recheckMs: 10 })
}
const command = (query: string) => client.command({ query })

const ROLLUPS = [
  'traffic_minutes',
  'traffic_15m',
  'variant_minutes',
  'variant_15m',
  'exposures',
  'session_conversions',
  'session_visits',
  'visitor_minutes',
  'visitor_15m',
  'session_traffic',
  'landing_minutes',
  'landing_15m',
  'device_15m',
]
const rollups = async () => {
  const contents: unknown[] = []
  for (const table of ROLLUPS) {
    const result = await client.query({
      query: `SELECT * EXCEPT (version) FROM ${db}.${table} FINAL ORDER BY ALL`,
      format: 'JSONEachRow',
    })
    contents.push(await result.json())
  }
  return contents
}

test('where everything is as it should be, nothing differs and nothing is mended', async () => {
  const events = story()
  await take([...events, ...events.slice(0, 2)])
  expect(await run()).toMatchObject({ differences: [], repairedBuckets: 0 })
  expect(await run()).toMatchObject({ differences: [], repairedBuckets: 0 })
})

test('an event that the store lost is a difference of its hour and type', async () => {
  const events = story()
  await take(events)
  await command(`DELETE FROM ${db}.events WHERE id = '${events[3]?.id}'`)
  const hour = new Date(Math.floor(AT / 3_600_000) * 3_600_000).toISOString()
  expect((await run()).differences).toEqual([{ hour, type: 'conversion', difference: 1 }])
  const [row] = await sql<{ differences: unknown[] }[]>`SELECT differences FROM reconciliations`
  expect(row?.differences).toEqual([{ hour, type: 'conversion', difference: 1 }])
})

test('what is on its way to the store is no difference', async () => {
  await take(story())
  await sql`UPDATE books_places SET next_offset = 2`
  await command(`DELETE FROM ${db}.occurrences WHERE log_offset >= 2`)
  expect((await run()).differences).toEqual([])
})

test.each(ROLLUPS)('R-20: what a power cut took from %s is there again', async table => {
  await take(story())
  const before = await rollups()
  await command(`TRUNCATE TABLE ${db}.${table}`)
  expect((await run()).repairedBuckets).toBeGreaterThan(0)
  expect(await rollups()).toEqual(before)
  expect((await run()).repairedBuckets).toBe(0)
})

test('a roll-up that counts too much is mended', async () => {
  await take(story())
  const before = await rollups()
  const columns = 'quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type'
  await command(`INSERT INTO ${db}.traffic_15m (${columns}, n, version, gone)
    SELECT ${columns}, n + 5, version + 1, 0 FROM ${db}.traffic_15m`)
  expect((await run()).repairedBuckets).toBeGreaterThan(0)
  expect(await rollups()).toEqual(before)
})
