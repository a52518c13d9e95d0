import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { serve } from '@firsttouch/infra/rigs/testing/servers/serve'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { databaseOf } from '@firsttouch/infra/stores/read-models'
import { boundId } from '@firsttouch/ingest/identify'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { eventRow, sentBy } from '../entries/rows.ts'
import { openStore, type Store } from '../steps/store.ts'
import { envelopeOf, visit } from '../testing/events.ts'
import { runCanary } from './canary.ts'

const cleanUp = cleanUpAfter('each')
const GENERATION = 7

type Sent = { path: string | undefined; agent: string | undefined; body: Record<string, string> }

let sql: Sql
let client: ClickHouseClient
let store: Store
let statuses: number[]
let sent: Sent[]
let ages: number[]
let errors: string[]
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
  await sql`UPDATE read_models SET generation = ${GENERATION}`
  ;({ client } = await openTestClickHouse(databaseOf(GENERATION)))
  store = openStore(client, databaseOf(GENERATION))
  statuses = []
  sent = []
  ages = []
  errors = []
})

/** A fake ingest endpoint. It answers with the given statuses first, then with success. */
const openIngest = async (): Promise<string> => {
  const { url } = await serve(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join(''))
    sent.push({ path: request.url, agent: request.headers['user-agent'], body })
    response.writeHead(statuses.shift() ?? 202).end('its words')
  })
  return url
}

const start = async (everyMs: number): Promise<() => Promise<void>> => {
  const stop = new AbortController()
  const running = runCanary({
    url: await openIngest(),
    clickhouse: client,
    sql,
    signal: stop.signal,
    everyMs,
    onError: error => void errors.push(String(error)),
    onAge: seconds => void ages.push(seconds),
  })
  const end = async () => {
    stop.abort()
    await running
  }
  cleanUp.push(end)
  return end
}
/** Resolves after two more looks of the canary, so at least one of these began after the call. */
const looked = async () => {
  const before = ages.length
  await until(() => ages.length >= before + 2, 5_000)
}
const arrived = async () => (await sql<{ sent_at: Date }[]>`SELECT sent_at FROM canary`)[0]?.sent_at.getTime()

const project = (sent: string, partition: number, offset: number) => {
  const id = boundId(`canary_${sent}`, sent)
  return store.insertEvents([
    eventRow(sentBy(envelopeOf([])), visit({ id }), { partition, offset, index: 0 }),
  ])
}
const progress = (partition: number, nextOffset: number) =>
  store.saveProgress([{ partition, nextOffset, appendedAt: new Date() }])

test('a canary counts as visible once its event is stored and the progress has passed it', async () => {
  const begun = Date.now()
  await sql`INSERT INTO canary (sent_at) VALUES (${new Date(begun - 60_000)})`
  const end = await start(300)
  await until(() => sent.length > 0, 5_000)
  const { id = '', ...more } = sent[0]?.body ?? {}
  const msecs = Date.parse(more.occurredAt ?? '')
  expect(msecs).toBeGreaterThanOrEqual(begun + 290)
  expect(sent[0]).toMatchObject({ path: '/api/analytics/visit', agent: 'firsttouch-canary' })
  expect(more).toMatchObject({ sessionId: `canary_${id}`, utm_source: expect.stringMatching('canary') })
  const isUnseen = async () => {
    await looked()
    return (await arrived()) === begun - 60_000
  }
  await project(v7({ msecs }), 1, 3)
  await progress(1, 5)
  expect(await isUnseen()).toBe(true)
  await project(id, 1, 5)
  await progress(0, 100)
  expect(await isUnseen()).toBe(true)
  await progress(1, 6)
  await until(async () => (await arrived()) !== begun - 60_000, 5_000)
  expect(await arrived()).toBeGreaterThanOrEqual(begun + 290)
  await end()
  expect(errors).toEqual([])
  const ofFirst = ages.slice(0, ages.indexOf(Math.max(...ages)) + 1)
  expect(ofFirst).toEqual(ofFirst.toSorted((a, b) => a - b))
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(sent.length)
})

test('a refused canary is reported and sent again, and the next canary waits until this one is visible', async () => {
  statuses.push(503)
  const end = await start(1)
  await until(() => sent.length === 2, 5_000)
  await looked()
  await end()
  expect(errors).toEqual(['Error: Ingest answered the canary with 503: its words'])
  expect(sent.map(({ body }) => body.id)).toEqual([sent[0]?.body.id, sent[0]?.body.id])
  expect(await arrived()).toBeUndefined()
})

test('after a late canary the next one is sent immediately, otherwise after the whole interval', async () => {
  const EVERY_MS = 3_000
  const end = await start(EVERY_MS)
  const arrive = async (nth: number, afterMs: number) => {
    await until(() => sent.length === nth, 10_000)
    await sleep(afterMs)
    await project(sent[nth - 1]?.body.id ?? '', 0, nth)
    await progress(0, nth + 1)
  }
  await arrive(1, EVERY_MS + 500)
  await arrive(2, 0)
  expect(ages.at(-1)).toBeLessThan(1)
  await arrive(3, 0)
  await end()
  const [first = 0, second = 0, third = 0] = sent.map(({ body }) => Date.parse(body.occurredAt ?? ''))
  expect(second - first).toBeLessThan(2 * EVERY_MS)
  // The pause begins a moment before the event's time.
  expect(third - second).toBeGreaterThan(EVERY_MS - 100)
})

test('the stored arrival never moves back, although two processes may send canaries', async () => {
  const later = Date.now() + 60_000
  await sql`INSERT INTO canary (sent_at) VALUES (${new Date(later)})`
  const end = await start(1)
  await until(() => sent.length > 0, 5_000)
  await project(sent[0]?.body.id ?? '', 0, 0)
  await progress(0, 1)
  await until(() => sent.length > 1, 5_000)
  await end()
  expect(await arrived()).toBe(later)
})
