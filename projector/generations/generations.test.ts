import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { openLog } from '@firsttouch/infra/log/open-log'
import { compact } from '@firsttouch/infra/log/postgres/compact'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { readLogTable } from '@firsttouch/infra/rigs/testing/log/log-table'
import { passTime } from '@firsttouch/infra/rigs/testing/pass-time'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { DEFINITIONS, databaseOf, groupOf, readDefinitions } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { sessionHash } from '../privacy/erasures.ts'
import { eraseFromLog } from '../privacy/redact-log.ts'
import { envelopeOf, NOON, visit } from '../testing/events.ts'
import { withoutRest } from '../testing/without-rest.ts'
import { runGenerations } from './generations.ts'

const cleanUp = cleanUpAfter('each')

let sql: Sql
let log: Log
let client: ClickHouseClient
let errors: unknown[]
let progressed: number
/** For this consumer group, the log reports a committed offset that is one too low in each partition. */
let behind: string
let handedOver: Map<string, number>
let stop: AbortController
let running: Promise<void>
let run: () => void
beforeEach(async () => {
  const clickhouse = await openTestClickHouse()
  const postgres = await openTestPostgres()
  ;({ client } = clickhouse)
  ;({ sql } = postgres)
  log = await openLog(postgres.url)
  cleanUp.push(log.close)
  errors = []
  progressed = 0
  behind = ''
  handedOver = new Map()
  const watched: Log = {
    ...log,
    consume: (group, handle, options) =>
      log.consume(
        group,
        batch => {
          handedOver.set(group, (handedOver.get(group) ?? 0) + batch.length)
          return handle(batch)
        },
        options,
      ),
    positions: async group =>
      (await log.positions(group)).map(one =>
        group === behind ? { ...one, committed: one.committed - 1 } : one,
      ),
  }
  run = () => {
    stop = new AbortController()
    running = runGenerations({
      ...{ sql, clickhouse: clickhouse.clickhouse, signal: stop.signal, resting: withoutRest },
      log: watched,
      onError: error => void errors.push(error),
      onProgress: () => {
        progressed += 1
      },
    })
  }
  run()
  cleanUp.push(async () => {
    stop.abort()
    await running
    for (const name of await databases()) await client.command({ query: `DROP DATABASE IF EXISTS ${name}` })
  })
})

const append = (n: number) =>
  log.append(
    Array.from({ length: n }, () => ({ key: 'utm_1_a', value: JSON.stringify(envelopeOf([visit()])) })),
  )
const databases = async () => {
  const query = `SELECT name FROM system.databases WHERE name LIKE 'firsttouch\\_%' ORDER BY name`
  return (await (await client.query({ query, format: 'JSONEachRow' })).json<{ name: string }>()).map(
    ({ name }) => name,
  )
}
const counted = async (generation: number): Promise<number> => {
  const query = `SELECT sum(n) AS n FROM ${databaseOf(generation)}.event_sums FINAL WHERE model NOT IN ('campaign_traffic', 'site_traffic')`
  const answer = await client.query({ query, format: 'JSONEachRow' }).catch(() => null)
  return Number((await answer?.json<{ n: number }>())?.[0]?.n ?? 0)
}
const inStore = async (generation: number): Promise<number> => {
  const query = `SELECT count() AS n FROM ${databaseOf(generation)}.events`
  const answer = await client.query({ query, format: 'JSONEachRow' }).catch(() => null)
  return Number((await answer?.json<{ n: number }>())?.[0]?.n ?? 0)
}
const stateOf = async (generation: number) =>
  (await sql`SELECT state FROM read_models WHERE generation = ${generation}`)[0]?.state

test('live generations get new events, a new one is filled and compared, a retired one is dropped, and a stop ends all', async () => {
  const came = { referrer: 'https://chatgpt.com/', utm: { utm_source: 'referral' } }
  // Occurred hours before the other visits, so their batches do not refresh its rows.
  const chatgpt = visit({ ...came, at: NOON - 6 * 3_600_000, sessionId: 'utm_1_chat' })
  await log.append([{ key: 'utm_1_a', value: JSON.stringify(envelopeOf([chatgpt])) }])
  await append(2)
  await until(async () => (await counted(1)) === 3, 10_000)
  await until(() => progressed > 0, 10_000)
  await client.command({
    query: `ALTER TABLE ${databaseOf(1)}.events UPDATE channel = 'Referral' WHERE channel = 'AI assistant'`,
    clickhouse_settings: { mutations_sync: '2' },
  })
  await sql`INSERT INTO read_models (generation, state) VALUES (2, 'building')`
  await until(async () => (await stateOf(2)) === 'ready', 20_000)
  // The new generation derives channels by the present list. The serving one still has the channel that was set above.
  const channelsIn = async (from: string) => {
    const answer = await client.query({ query: `SELECT channel FROM ${from}`, format: 'JSONEachRow' })
    return (await answer.json<{ channel: string }>()).map(({ channel }) => channel)
  }
  const sums = `event_sums FINAL WHERE model = 'site_traffic'`
  expect(await channelsIn(`${databaseOf(1)}.events FINAL`)).not.toContain('AI assistant')
  expect(await channelsIn(`${databaseOf(2)}.events FINAL`)).toContain('AI assistant')
  expect(await channelsIn(`${databaseOf(2)}.${sums}`)).toContain('AI assistant')
  await append(2)
  await until(async () => (await counted(1)) === 5 && (await counted(2)) === 5, 10_000)

  await sql`UPDATE read_models SET state = 'retired' WHERE generation = 2`
  await new Promise(resolve => setTimeout(resolve, 1_200))
  await append(1)
  await until(async () => (await counted(1)) === 6, 10_000)
  // Readers of the dropped generation get a grace period.
  expect(await databases()).toEqual([databaseOf(1), databaseOf(2)])
  expect(await counted(2)).toBe(5)
  passTime(11_000)
  await until(async () => (await databases()).length === 1, 10_000)

  stop.abort()
  await running
  await append(1)
  expect(await counted(1)).toBe(6)
  expect(errors).toEqual([])
})

test('a new leader computes all rows again if an older release wrote them by other definitions', async () => {
  const db = databaseOf(1)
  await append(3)
  await until(async () => (await counted(1)) === 3, 10_000)
  const found = async <Row>(query: string) =>
    (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
  const visitsOf = (model: string) =>
    found(
      `SELECT toUInt32(sum(n)) AS n FROM ${db}.session_sums FINAL WHERE model = '${model}' AND type = 'visit'`,
    )
  stop.abort()
  await running
  const statements = [
    `ALTER TABLE ${db}.leaders UPDATE definitions = 0 WHERE true`,
    `ALTER TABLE ${db}.session_sums UPDATE n = n + 1 WHERE model = 'channel'`,
    `ALTER TABLE ${db}.session_sums DELETE WHERE model = 'variant'`,
    `INSERT INTO ${db}.session_sums (model, type, session_quarter_hour, n, version)
      SELECT 'campaign_landing', 'visit', session_quarter_hour, 3, 1 FROM ${db}.session_sums LIMIT 1`,
  ]
  for (const query of statements)
    await client.command({ query, clickhouse_settings: { mutations_sync: '2' } })
  expect(await readDefinitions(client, db)).toBe(0)
  run()
  await until(async () => (await readDefinitions(client, db)) === DEFINITIONS, 10_000)
  for (const model of ['variant', 'channel', 'touch']) expect(await visitsOf(model)).toEqual([{ n: 3 }])
  expect(await visitsOf('campaign_landing')).toEqual([{ n: 0 }])
  expect(errors).toEqual([])
})

test('a generation that is rebuilt from a compacted log has the same figures, and erased sessions stay erased', async () => {
  const sessions = Array.from({ length: 1_200 }, (_, n) => `utm_${1_767_225_600_000 + n}_visitor${n}`)
  const [erased, alias] = [sessions[7] ?? '', 'utm_1767225600007_gone']
  await log.append(
    sessions.map(sessionId => ({
      key: sessionId,
      value: JSON.stringify(envelopeOf([visit({ sessionId })])),
    })),
  )
  await until(async () => (await counted(1)) === sessions.length, 20_000)
  for (const partition of [0, 1, 2, 3]) await compact(sql, partition, 0, 'inColumns')
  expect(await sql`SELECT FROM log_batches WHERE get_byte(packed, 0) <> 2`).toHaveLength(0)
  const sessionsIn = async (generation: number) => {
    const query = `SELECT session FROM ${databaseOf(generation)}.events FINAL ORDER BY session`
    const found = await client.query({ query, format: 'JSONEachRow' })
    return (await found.json<{ session: string }>()).map(({ session }) => session)
  }
  await sql.begin(async tx => {
    const [id, hash] = ['01890000-0000-4000-8000-000000000009', sessionHash(erased)]
    await tx`INSERT INTO erasures (id, erased_at, receipt) VALUES (${id}, now(), '{}')`
    await tx`INSERT INTO erased_sessions (session_hash, alias, erasure_id) VALUES (${hash}, ${alias}, ${id})`
    expect(await eraseFromLog(tx, new Map([[hash, alias]]))).toMatchObject({ logEntries: 1 })
  })
  expect((await readLogTable(sql)).filter(({ key, value }) => `${key} ${value}`.includes(erased))).toEqual([])
  await until(async () => (await sessionsIn(1)).includes(alias), 20_000)
  await sql`INSERT INTO read_models (generation, state) VALUES (2, 'building')`
  await until(async () => (await stateOf(2)) === 'ready', 20_000)
  const [made] = await sql`SELECT report FROM read_models WHERE generation = 2`
  expect(made?.report).toMatchObject({ differences: [], compared: expect.any(Number) })
  expect(await sessionsIn(2)).toEqual(await sessionsIn(1))
  expect(await sessionsIn(2)).not.toContain(erased)
  expect(errors).toEqual([])
})

test('a generation that is being filled is compared and accounted for once it reaches the log’s end, the serving one immediately', async () => {
  behind = groupOf(databaseOf(2))
  await append(2)
  const accounted = async () =>
    (await sql`SELECT consumer_group FROM accounting`).map(row => row.consumer_group)
  await until(async () => (await accounted()).length > 0, 10_000)
  await sql`INSERT INTO read_models (generation, state) VALUES (2, 'building')`
  await until(async () => (await inStore(2)) === 2, 20_000)
  await new Promise(resolve => setTimeout(resolve, 1_000))
  expect([await accounted(), await stateOf(2)]).toEqual([[groupOf(databaseOf(1))], 'building'])
  behind = ''
  const balanced = async () => {
    const [row] = await sql<{ balance: { types: { visit: { projected: number } } } | null }[]>`
      SELECT balance FROM accounting WHERE consumer_group = ${groupOf(databaseOf(2))}`
    return row?.balance?.types.visit.projected
  }
  await until(async () => (await balanced()) === 2 && (await stateOf(2)) === 'ready', 20_000)
  expect(errors).toEqual([])
})

test('a generation that starts from stored events has all of these and their counts, and continues with new entries', async () => {
  await log.append([{ key: 'utm_1_a', value: '{' }])
  await append(3)
  await until(async () => (await counted(1)) === 3, 10_000)
  const countsOf = (generation: number) =>
    sql`SELECT type, accepted, projected, duplicates FROM event_counts WHERE consumer_group = ${groupOf(databaseOf(generation))} ORDER BY type`
  const deadLettersOf = (generation: number) =>
    sql`SELECT partition, "offset", reason FROM dead_letters WHERE consumer_group = ${groupOf(databaseOf(generation))}`
  await until(async () => (await deadLettersOf(1)).length === 1, 10_000)
  await sql`INSERT INTO read_models (generation, state, events_of) VALUES (2, 'building', 1)`
  await until(async () => (await stateOf(2)) === 'ready', 20_000)
  expect(await counted(2)).toBe(3)
  expect(handedOver.get(groupOf(databaseOf(2)))).toBeUndefined()
  expect(await countsOf(2)).toEqual(await countsOf(1))
  expect(await deadLettersOf(2)).toEqual(await deadLettersOf(1))
  await append(2)
  await until(async () => (await counted(1)) === 5 && (await counted(2)) === 5, 10_000)
  expect(handedOver.get(groupOf(databaseOf(2)))).toBe(2)
})
