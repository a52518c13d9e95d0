import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeEach, expect, test } from 'vitest'
import { ROLLUPS } from '../projections/index.ts'
import { everythingOf, NOON, recordsOf, session, visit } from '../testing/events.ts'
import { lookingAt } from '../testing/looking-at.ts'
import { project } from './project.ts'
import { openStore, type Store } from './store.ts'

let client: ClickHouseClient
let db: string
let store: Store

beforeEach(async () => {
  ;({ client, db } = await openTestClickHouse())
  store = openStore(client, db)
})

const isShared = async () => false
const run = (records: LogRecord[]) => project(records, { store, isShared })
const rows = async (query: string): Promise<unknown[]> =>
  (await client.query({ query: query.replaceAll('db.', `${db}.`), format: 'JSONEachRow' })).json()

const BY_SESSION = ['session_visits', 'session_traffic', 'exposures', 'session_conversions', 'touches']
const readModels = () =>
  Promise.all(
    ROLLUPS.map(({ table }) => rows(`SELECT * EXCEPT (version) FROM db.${table} FINAL ORDER BY ALL`)),
  )
const rowsOf = async (session: string) =>
  Promise.all(
    BY_SESSION.map(table =>
      rows(`SELECT * FROM db.${table} FINAL WHERE session = '${session}' ORDER BY ALL`),
    ),
  )

test('a refresh by sessions leaves the rows of others in the same minutes as they were', async () => {
  const [one, two] = [session(), session()]
  await run(recordsOf([...everythingOf(one, NOON), ...everythingOf(two, NOON)]))
  const before = await rowsOf(one)
  expect(before.every(table => table.length > 0)).toBe(true)
  await run(recordsOf([visit({ sessionId: two })], 100))
  expect(await rowsOf(one)).toEqual(before)
  const whole = await readModels()
  for (const rollup of ROLLUPS) await store.refresh(rollup, await store.recentBuckets(rollup.bucket))
  expect(await readModels()).toEqual(whole)
})

test('a batch that died after its events goes by whole minutes: whom it took them from is no longer known', async () => {
  const [mine, theirs] = [session(), session()]
  const utm = { utm_campaign: 'spring' }
  const first = visit({ sessionId: mine, utm })
  const entries = recordsOf([first, { ...first, sessionId: theirs }]) as [LogRecord, LogRecord]
  await run([entries[1]])
  const dying = { ...store, refreshTier: () => Promise.reject(new Error('killed')) }
  await expect(project([entries[0]], { store: dying, isShared })).rejects.toThrow('killed')
  await client.command({ query: `OPTIMIZE TABLE ${db}.events FINAL` })
  await run([entries[0]])
  expect((await rowsOf(theirs)).flat()).toEqual([])
  expect((await rowsOf(mine)).flat()).toHaveLength(3)
})

test('a session whose event another one takes, by an earlier place in the log, has it no more', async () => {
  const [mine, theirs] = [session(), session()]
  const first = visit({ sessionId: mine })
  const looking = openStore(lookingAt(client, 'session_traffic'), db)
  for (const record of recordsOf([first, { ...first, sessionId: theirs }]).toReversed())
    await project([record], { store: looking, isShared })
  expect(await rows('SELECT session, n FROM db.session_traffic FINAL')).toEqual([{ session: mine, n: 1 }])
})

test('a refresh by sessions counts nothing of theirs that another session has under its id', async () => {
  const [mine, theirs] = [session(), session()]
  const first = visit({ sessionId: mine })
  for (const record of recordsOf([
    first,
    { ...first, sessionId: theirs },
    visit({ sessionId: theirs, at: NOON + 1 }),
  ]))
    await run([record])
  expect(await rows(`SELECT session, n FROM db.touches FINAL ORDER BY session = '${mine}'`)).toEqual([
    { session: theirs, n: 1 },
    { session: mine, n: 1 },
  ])
})
