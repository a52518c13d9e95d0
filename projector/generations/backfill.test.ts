import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { beforeEach, expect, test } from 'vitest'
import { project } from '../pipeline/project.ts'
import { eventRow } from '../pipeline/rows.ts'
import { openStore } from '../pipeline/store.ts'
import { envelopeOf, NOON, recordsOf, visit } from '../testing/events.ts'
import { type FillingDeps, openFilling } from './backfill.ts'

let deps: FillingDeps
beforeEach(async () => {
  const { client, db } = await openTestClickHouse()
  deps = {
    clickhouse: client,
    sql: (await openTestPostgres()).sql,
    db,
    signal: new AbortController().signal,
  }
})

const store = () => openStore(deps.clickhouse, deps.db)
const visitors = async (columns = 'utm_campaign, n') => {
  const query = `SELECT ${columns} FROM ${deps.db}.visitor_quarters FINAL ORDER BY ALL`
  return (await deps.clickhouse.query({ query, format: 'JSONCompactEachRow' })).json<unknown[]>()
}

/** Neither the visitors of campaigns nor devices nor an edition. */
const projectAsOlderRelease = async (
  events: LoggedEvent[],
  from = 0,
  partition = 0,
  userAgent = 'Mozilla/5.0',
) => {
  const rows = events.map((event, i) =>
    eventRow(envelopeOf([event], { userAgent }), event, { partition, offset: from + i, index: 0 }),
  )
  await store().insertEvents(rows)
  await deps.clickhouse.command({
    query: `ALTER TABLE ${deps.db}.events UPDATE device = '', browser = '' WHERE true`,
    clickhouse_settings: { mutations_sync: '2' },
  })
  const place = { partition, next_offset: from + events.length, appended_at: '2026-03-01 12:30:00.000' }
  await deps.clickhouse.insert({
    table: `${deps.db}.progress`,
    columns: ['partition', 'next_offset', 'appended_at'],
    values: [place],
    format: 'JSONEachRow',
  })
}
const click = (session: string, campaign = 'spring', at = NOON) =>
  visit({ sessionId: `utm_${NOON}_${session}`, at, utm: { utm_campaign: campaign } })

test('what an older release projected is filled in, as if this one had done it, and only once', async () => {
  const events = [click('ann'), click('ann', 'spring', NOON + 90_000_000), click('bob', 'autumn'), visit()]
  await projectAsOlderRelease(events)
  const fill = openFilling(deps)
  await fill(0)
  expect(await visitors()).toEqual([
    ['autumn', 1],
    ['spring', 1],
  ])
  expect(await store().olderPlaces()).toEqual([])
  const filled = await visitors('*')
  await fill(0)
  expect(await visitors('*')).toEqual(filled)
  await project(recordsOf(events), { store: store() })
  expect(await visitors()).toEqual([
    ['autumn', 1],
    ['spring', 1],
  ])
})

test('a partition that an older release went on with is filled again, whoever filled the others', async () => {
  await projectAsOlderRelease([click('ann')])
  await projectAsOlderRelease([click('bob')], 0, 1)
  await openFilling(deps)(0)
  await projectAsOlderRelease([click('cat')], 1, 1)
  expect(await store().olderPlaces()).toMatchObject([{ partition: 1, nextOffset: 2 }])
  await openFilling(deps)(0)
  expect(await visitors()).toEqual([['spring', 2]])
  await openFilling(deps)(1)
  expect(await visitors()).toEqual([['spring', 3]])
})

test('a partition that an older release goes on with while the others are filled is filled again', async () => {
  await projectAsOlderRelease([click('ann')])
  await projectAsOlderRelease([click('bob')], 0, 1)
  const { clickhouse } = deps
  const command: typeof clickhouse.command = async asked => {
    const done = await clickhouse.command(asked)
    if (asked.query.includes('.visitor_quarters (')) await projectAsOlderRelease([click('cat')], 1, 1)
    return done
  }
  await openFilling({ ...deps, clickhouse: Object.assign(Object.create(clickhouse), { command }) })(0)
  expect(await store().olderPlaces()).toMatchObject([{ partition: 1, nextOffset: 2 }])
  await openFilling(deps)(1)
  expect(await visitors()).toEqual([['spring', 3]])
})

test('a fill that is cut short leaves its mark nowhere, and is done by the next', async () => {
  await projectAsOlderRelease([click('ann')])
  await expect(openFilling({ ...deps, signal: AbortSignal.abort() })(0)).rejects.toThrow('aborted')
  expect(await store().olderPlaces()).toHaveLength(1)
  await Promise.all([openFilling(deps)(0), openFilling(deps)(0)])
  expect(await visitors()).toEqual([['spring', 1]])
})

test('a generation that was always filled by this release asks for nothing', async () => {
  await project(recordsOf([click('ann')]), { store: store() })
  expect(await store().olderPlaces()).toEqual([])
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

test('devices and landing pages of what an older release projected are the same as if this one had done it', async () => {
  const agents = [IPHONE, "'; DROP TABLE events --\\", 'ünïcode\nand a line', '', 'Mozilla/5.0 Firefox/143.0']
  const events = agents.map((_, i) => visit({ sessionId: `utm_${NOON}_${i}`, pagePath: `/${i}` }))
  for (const [i, userAgent] of agents.entries())
    await projectAsOlderRelease(events.slice(i, i + 1), i, 0, userAgent)
  await openFilling(deps)(0)
  const read = async (db: string, query: string) =>
    (await deps.clickhouse.query({ query: query.replace('{db}', db), format: 'JSONCompactEachRow' })).json<
      unknown[]
    >()
  const queries = [
    'SELECT page_path, device, browser FROM {db}.events FINAL ORDER BY ALL',
    'SELECT type, page, n FROM {db}.landing_quarters FINAL ORDER BY ALL',
    'SELECT type, device, browser, n FROM {db}.device_quarters FINAL ORDER BY ALL',
  ]
  const filled = await Promise.all(queries.map(query => read(deps.db, query)))
  expect(filled[0]).toContainEqual(['/0', 'mobile', 'Safari'])
  expect(filled[0]).toContainEqual(['/1', 'unknown', 'unknown'])
  const other = await openTestClickHouse()
  const fresh = { store: openStore(other.client, other.db) }
  for (const [i, userAgent] of agents.entries())
    await project(recordsOf(events.slice(i, i + 1), i, { userAgent }), fresh)
  expect(filled).toEqual(await Promise.all(queries.map(query => read(other.db, query))))
})
