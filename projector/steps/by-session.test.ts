import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeEach, expect, test } from 'vitest'
import { project } from '../run.ts'
import { conversion, exposure, NOON, oneOfEachType, recordsOf, session, visit } from '../testing/events.ts'
import { readTables, refreshEverything } from '../testing/read-tables.ts'
import { openStore, type Store } from './store.ts'

let client: ClickHouseClient
let db: string
let store: Store

beforeEach(async () => {
  ;({ client, db } = await openTestClickHouse())
  store = openStore(client, db)
})

const run = (records: LogRecord[]) => project(records, { store })
const rows = async <Row = unknown>(query: string): Promise<Row[]> =>
  (await client.query({ query: query.replaceAll('db.', `${db}.`), format: 'JSONEachRow' })).json()

const readModels = () => readTables(client, db)
const rowsOf = (session: string) =>
  rows<{ kind: string }>(`SELECT * FROM db.session_events FINAL WHERE session = '${session}' ORDER BY ALL`)

test('a refresh by sessions leaves the rows of other sessions in the same minutes unchanged', async () => {
  const [one, two] = [session(), session()]
  await run(recordsOf([...oneOfEachType(one, NOON), ...oneOfEachType(two, NOON)]))
  const before = await rowsOf(one)
  expect(new Set(before.map(({ kind }) => kind))).toEqual(
    new Set(['visit', 'conversion', 'exposure', 'test_conversion']),
  )
  await run(recordsOf([visit({ sessionId: two })], 100))
  expect(await rowsOf(one)).toEqual(before)
  const whole = await readModels()
  await refreshEverything(client, db, store)
  expect(await readModels()).toEqual(whole)
})

test('a late event moves its session in every table, and leaves no row behind', async () => {
  const id = session()
  const spring = { utm_source: 'google', utm_campaign: 'spring' }
  const late = [
    conversion({ sessionId: id, at: NOON + 1_000_000, utm: spring }),
    exposure('v2', id, NOON + 900_000),
    visit({ sessionId: id, at: NOON + 600_000, pagePath: '/two', utm: spring }),
    visit({ sessionId: id, at: NOON + 300_000, utm: spring }),
    exposure('v2', id, NOON + 1_000),
    visit({ sessionId: id, utm: { ...spring, utm_campaign: 'summer' } }),
    exposure('original', id, NOON - 60_000),
  ]
  for (const [offset, event] of late.entries()) await run(recordsOf([event], offset))
  const found = await readModels()
  await refreshEverything(client, db, store)
  expect(await readModels()).toEqual(found)
  expect(
    await rows(`SELECT variant, saw_both, n FROM db.session_sums FINAL WHERE model = 'participant'`),
  ).toEqual([{ variant: 'original', saw_both: 1, n: 1 }])
})

test('an event that replaces an earlier one with its id leaves no key of the earlier one', async () => {
  const first = visit({ sessionId: session(), pagePath: '/a' })
  await run(recordsOf([first], 20))
  await run(recordsOf([{ ...first, pagePath: '/b' }], 5))
  expect(await rows('SELECT page, n FROM db.session_events FINAL')).toEqual([{ page: '/b', n: 1 }])
  expect(
    await rows(`SELECT page, n FROM db.session_sums FINAL WHERE model = 'landing' AND type = 'visit'`),
  ).toEqual([{ page: '/b', n: 1 }])
})
