import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord, Place } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { Registry } from 'prom-client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { project } from '../run.ts'
import { deadLetterOf, saveDeadLetters } from '../steps/dead-letters.ts'
import { openStore } from '../steps/store.ts'
import { conversion, exposure, recordsOf, visit } from '../testing/events.ts'
import { openLeader } from '../testing/leader.ts'
import { readTables } from '../testing/read-tables.ts'
import { type AccountingMetrics, accountingMetrics } from './metrics.ts'
import { reconcile, runReconcile } from './reconcile.ts'

const MINUTE = 60_000
/** Recent enough to be repaired, and not at the edge of a quarter-hour. */
const AT = Math.floor(Date.now() / 900_000) * 900_000 - 50 * MINUTE + 10_000

let db: string
let client: ClickHouseClient
let sql: Sql
const openStores = async () => {
  ;({ db, client } = await openTestClickHouse())
  sql = (await openTestPostgres()).sql
}
beforeEach(() => {
  afterReading = async () => undefined
})

let records: LogRecord[]
let afterReading: () => Promise<unknown>
/** A log that hands over all of `records`. */
const log = {
  positions: async () => [{ partition: 0, start: 0, end: records.length, committed: 0 }],
  consume: async (_: string, handle: (batch: LogRecord[]) => Promise<void>) => {
    await handle(records)
    await afterReading()
  },
  timesAt: async (places: readonly Place[]) =>
    new Map(places.map(({ partition, offset }) => [partition, records[offset]?.appendedAt ?? new Date()])),
}

const take = async (events: LoggedEvent[], tables?: string[]) => {
  const appendedAt = new Date(AT)
  records = recordsOf(events, 0, { receivedAt: appendedAt.toISOString() }).map(record => ({
    ...record,
    appendedAt,
  }))
  const { store, commit } = await openLeader({ clickhouse: client, sql, db }, tables)
  const projected = await project(records, { store })
  await commit(records, projected)
}

const story = () => [
  visit({ at: AT }),
  visit({ at: AT - MINUTE, sessionId: 'utm_2_b', utm: { utm_campaign: 'spring' } }),
  exposure('v2', 'utm_1_a', AT),
  conversion({ at: AT }),
]
const run = (now = new Date(), metrics?: AccountingMetrics, clickhouse = client, isWhole = false) => {
  const deps = { ...depsOf(clickhouse), metrics, log, onError: () => undefined }
  return reconcile(deps, now, { recheckMs: 10, isWhole })
}
const depsOf = (clickhouse: ClickHouseClient, { signal } = new AbortController()) => {
  const turn = <T>(work: () => Promise<T>) => work()
  return { clickhouse, sql, db, store: openStore(clickhouse, db), turn, signal }
}
const command = (query: string) => client.command({ query })

/** Buckets of each table in the story: two minutes of events, two of sessions, and their quarter-hours. */
const BUCKETS: Record<string, number> = {
  event_minutes: 2,
  session_events: 2,
  session_minutes: 2,
  event_sums: 1,
  session_sums: 2,
}
const ROLLUPS = Object.keys(BUCKETS)
const rollups = () => readTables(client, db, ROLLUPS)

describe('the events of the log', () => {
  let events: LoggedEvent[]
  beforeEach(async () => {
    await openStores()
    events = story()
    await take(events, [])
  })
  const later = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE)
  /** Runs the comparison `hours` in the future, when no roll-up is recent enough to be checked. */
  const differences = async (hours = 4) => (await run(later(hours))).differences

  test('an event that the store lost is reported under its hour and type', async () => {
    await command(`DELETE FROM ${db}.events WHERE id = '${events[3]?.id}'`)
    const hour = new Date(Math.floor(AT / 3_600_000) * 3_600_000).toISOString()
    expect(await differences()).toEqual([{ hour, type: 'conversion', difference: 1 }])
    const [row] = await sql<{ differences: unknown[] }[]>`SELECT differences FROM reconciliations`
    expect(row?.differences).toEqual([{ hour, type: 'conversion', difference: 1 }])
  })

  test('several lost events are reported by hour and type, in any order', async () => {
    const early = [visit, conversion].map(event => event({ at: AT - 60 * MINUTE }))
    await take([...events, ...early], [])
    await command(`DELETE FROM ${db}.events WHERE id != '${events[1]?.id}'`)
    const hours = (await differences()).map(({ hour, type, difference }) => [
      (Date.parse(hour) - Math.floor(AT / 3_600_000) * 3_600_000) / 3_600_000,
      type,
      difference,
    ])
    expect(hours).toEqual([
      [-1, 'conversion', 1],
      [-1, 'visit', 1],
      [0, 'ab_test', 1],
      [0, 'conversion', 1],
      [0, 'visit', 1],
    ])
  })

  test('an event that the second look-up finds is no difference', async () => {
    await command(`CREATE TABLE ${db}.kept AS ${db}.events ENGINE = Memory`)
    await command(`INSERT INTO ${db}.kept SELECT * FROM ${db}.events WHERE id = '${events[3]?.id}'`)
    await command(`DELETE FROM ${db}.events WHERE id = '${events[3]?.id}'`)
    afterReading = () => command(`INSERT INTO ${db}.events SELECT * FROM ${db}.kept`)
    expect(await differences()).toEqual([])
    await command(`DELETE FROM ${db}.events WHERE id IN ('${events[2]?.id}', '${events[3]?.id}')`)
    expect(await differences(28)).toMatchObject([{ type: 'ab_test', difference: 1 }])
  })

  test('an event in flight or in a dead letter is no difference', async () => {
    await sql`UPDATE checkpoints SET next_offset = 3`
    await command(`DELETE FROM ${db}.events WHERE id IN ('${events[2]?.id}', '${events[3]?.id}')`)
    await saveDeadLetters(sql, groupOf(db), [deadLetterOf(records[2] as LogRecord, 'refused')], () => true)
    expect(await differences()).toEqual([])
    await sql`UPDATE dead_letters SET replayed_at = now()`
    await sql`DELETE FROM reconciliations`
    expect(await differences()).toMatchObject([{ type: 'ab_test', difference: 1 }])
  })

  test('the first reconciliation of a group covers the whole log, and later ones cover two days', async () => {
    await sql`
      INSERT INTO reconciliations (consumer_group, checked_at, whole_at, hours, differences, repaired_buckets)
      VALUES ('another', now(), now(), 1, '[]', 0)`
    expect(await differences(4)).toEqual([])
    await command(`DELETE FROM ${db}.events WHERE id = '${events[3]?.id}'`)
    expect(await differences(28)).toHaveLength(1)
    expect(await differences(55)).toEqual([])
  })

  test('after an outage of days the reconciliation covers all entries since the last complete one', async () => {
    expect(await differences(4)).toEqual([])
    for (const record of records) record.appendedAt = later(5)
    await command(`DELETE FROM ${db}.events WHERE id = '${events[3]?.id}'`)
    expect(await differences(100)).toMatchObject([{ type: 'conversion', difference: 1 }])
  })

  describe('entries of three hours ago', () => {
    const found = [{ type: 'conversion', difference: 1 }]
    beforeEach(async () => {
      for (const hours of [4, 5, 6, 7]) expect(await differences(hours)).toEqual([])
      await command(`DELETE FROM ${db}.events WHERE id = '${events[3]?.id}'`)
    })

    test('entries of three hours ago are compared again after a day, and hourly while a difference exists', async () => {
      for (const hours of [8, 9, 27]) expect(await differences(hours)).toEqual([])
      expect(await differences(28)).toMatchObject(found)
      expect(await differences(28.5)).toMatchObject(found)
    })

    test('entries of three hours ago are compared again at a start', async () => {
      const { differences } = await run(later(8), undefined, client, true)
      expect(differences).toMatchObject(found)
    })
  })
})

test('nothing is compared while the projector is behind', async () => {
  await openStores()
  await take(story())
  let committed = records.length - 1
  let asked = 0
  const positions = async () => {
    asked += 1
    return [{ partition: 0, start: 0, end: records.length, committed }]
  }
  const stop = new AbortController()
  const deps = { ...depsOf(client, stop), log: { ...log, positions }, onError: fail }
  const running = runReconcile(deps, 0)
  const compared = async () => (await sql`SELECT FROM reconciliations`).length
  await until(() => asked > 3, 10_000)
  expect(await compared()).toBe(0)
  committed = records.length
  await until(async () => (await compared()) === 1, 20_000)
  stop.abort()
  await running
})

describe('the roll-ups', () => {
  let before: Record<string, unknown[]>
  beforeAll(async () => {
    await openStores()
    const events = story()
    await take([...events, ...events.slice(0, 2)])
    before = await rollups()
  })

  test('correct roll-ups have no difference and no repair', async () => {
    expect(await run()).toMatchObject({ differences: [], repairedBuckets: 0 })
    expect(await rollups()).toEqual(before)
  })

  test('correct roll-ups cause no write', async () => {
    const written: string[] = []
    const command: typeof client.command = given => {
      written.push(given.query)
      return client.command(given)
    }
    await run(new Date(), undefined, Object.assign(Object.create(client), { command }))
    expect(written).toEqual([])
  })

  test.each([
    ['all of them', ROLLUPS],
    ['a roll-up that others read', ['session_events']],
    ['a roll-up that no other reads', ['session_sums']],
  ])('R-20: the repair restores what a power cut took from the roll-ups: %s', async (_, tables) => {
    for (const table of tables) await command(`TRUNCATE TABLE ${db}.${table}`)
    const lost = tables.reduce((sum, table) => sum + (BUCKETS[table] ?? 0), 0)
    const registry = new Registry()
    expect((await run(new Date(), accountingMetrics(registry))).repairedBuckets).toBe(lost)
    // The panel in Grafana adds up this counter.
    expect(await registry.metrics()).toContain(`\nreconcile_repaired_buckets_total ${lost}\n`)
    expect(await rollups()).toEqual(before)
  })

  test('the repair corrects a roll-up that counts too much', async () => {
    const columns =
      'quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, test_name, variant, event'
    await command(`INSERT INTO ${db}.event_sums (${columns}, n, version, gone)
      SELECT ${columns}, n + 5, version + 1, 0 FROM ${db}.event_sums FINAL`)
    expect((await run()).repairedBuckets).toBe(BUCKETS.event_sums)
    expect(await rollups()).toEqual(before)
    expect((await run()).repairedBuckets).toBe(0)
  })

  test('an aborted run starts nothing more and records nothing', async () => {
    await sql`DELETE FROM reconciliations`
    const stop = new AbortController()
    let asked = 0
    const query: typeof client.query = given => {
      asked += 1
      stop.abort()
      return client.query(given)
    }
    const watched: ClickHouseClient = Object.assign(Object.create(client), { query })
    const noLog = {
      positions: () => Promise.reject(new Error('asked')),
      consume: () => Promise.reject(new Error('read')),
      timesAt: () => Promise.reject(new Error('asked')),
    }
    const deps = { ...depsOf(watched, stop), log: noLog, onError: () => undefined }
    await reconcile(deps, new Date())
    expect(asked).toBe(1)
    expect(await sql`SELECT 1 FROM reconciliations`).toEqual([])
  })
})

const fail = (error: unknown) => {
  throw error
}
