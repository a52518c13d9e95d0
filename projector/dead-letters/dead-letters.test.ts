import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import { openLog } from '@firsttouch/infra/log/open-log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runProjector } from '../run.ts'
import { envelopeOf, visit } from '../testing/events.ts'
import { openLeader } from '../testing/leader.ts'
import { withoutRest } from '../testing/without-rest.ts'
import { openReplay, requestReplay } from './replay.ts'

let db: string
let client: ClickHouseClient
let sql: Sql
let log: Log
let stop: AbortController
let running: Promise<void>
let errors: unknown[]
let stopped: boolean
let ahead: number
let leader: Awaited<ReturnType<typeof openLeader>>

const realNow = Date.now
beforeEach(async () => {
  ahead = 0
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead)
  const clickhouse = await openTestClickHouse()
  const postgres = await openTestPostgres()
  ;({ db, client } = clickhouse)
  sql = postgres.sql
  log = await openLog(postgres.url)
  running = Promise.resolve()
  errors = []
  stopped = false
})
afterEach(async () => {
  stop.abort()
  await running
  await log.close()
  vi.restoreAllMocks()
})

const start = async () => {
  stop = new AbortController()
  leader = await openLeader({ clickhouse: client, sql, db }, ['event_minutes', 'event_sums'])
  running = runProjector({
    ...leader,
    log,
    signal: stop.signal,
    resting: withoutRest,
    onError: error => {
      errors.push(error)
      // Skips the log's back-off after a failure, which has its own tests.
      setImmediate(() => {
        ahead += 5_000
      })
    },
    onStopped: () => {
      stopped = true
    },
  })
}

/** All entries share a key, so they lie in one partition in order. */
const entryOf = (value: string) => ({ key: 'utm_1_a', value })
const visitEntry = (path = '/') => entryOf(JSON.stringify(envelopeOf([visit({ pagePath: path })])))
const append = (values: { key: string; value: string }[]) => log.append(values)

const counted = async (): Promise<number> => {
  const answer = await client.query({
    query: `SELECT sum(n) AS n FROM ${db}.event_sums FINAL WHERE model NOT IN ('campaign_traffic', 'site_traffic')`,
    format: 'JSONEachRow',
  })
  return Number((await answer.json<{ n: number }>())[0]?.n)
}
const projected = async (): Promise<number> => {
  const [row] = await sql<{ n: string }[]>`SELECT coalesce(sum(projected), 0) AS n FROM event_counts`
  return Number(row?.n)
}
type Letter = { offset: string; value: Buffer; reason: string; attempts: number; replayed_at: Date | null }
const letters = () => sql<Letter[]>`SELECT * FROM dead_letters ORDER BY partition, "offset"`
const lag = async () => {
  const positions = await log.positions(groupOf(db))
  return positions.reduce((sum, { end, committed }) => sum + end - committed, 0)
}
const caughtUp = () => until(async () => (await lag()) === 0, 25_000)

const POISON = 'this is not JSON \u009b\ud83d\ude00'

describe('R-21: an entry that cannot be read', () => {
  test('an unreadable entry anywhere in a batch becomes a dead letter with its bytes, and all others count', async () => {
    const bad = [0, 7, 19]
    await append(Array.from({ length: 20 }, (_, at) => (bad.includes(at) ? entryOf(POISON) : visitEntry())))
    await start()
    await caughtUp()
    expect(await letters()).toMatchObject(
      bad.map(at => ({ offset: String(at), reason: 'not_json', replayed_at: null })),
    )
    for (const { value } of await letters()) expect(value.toString()).toBe(POISON)
    expect(await counted()).toBe(17)
    expect(await projected()).toBe(17)
    expect(errors).toEqual([])
  })
})

describe('R-21: an entry that the store refuses', () => {
  const refuse = (change: string) => client.command({ query: `ALTER TABLE ${db}.events ${change}` })
  const withPoison = (at: number) =>
    Array.from({ length: 20 }, (_, index) => visitEntry(index === at ? '/poison' : '/'))

  test('an entry whose values the store refuses is found by halving the batch', async () => {
    const at = 11
    await refuse(`MODIFY COLUMN page_path Enum8('/' = 1)`)
    await append(withPoison(at))
    await start()
    await caughtUp()
    expect(await letters()).toMatchObject([
      { offset: String(at), reason: 'refused', error_class: 'permanent' },
    ])
    expect(await counted()).toBe(19)
    expect(await projected()).toBe(19)
  })
})

describe('R-22: when everything fails', () => {
  test('the projector stops and skips no entry when everything fails', async () => {
    await append([visitEntry(), visitEntry()])
    await start()
    await caughtUp()
    await append(Array.from({ length: 300 }, () => entryOf(POISON)))
    await until(() => stopped, 10_000)
    expect(await lag()).toBe(300)
    expect(await letters()).toEqual([])
    expect(String(errors.at(-1))).toContain('More than 100 entries in a row failed')
    await append([visitEntry()])
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(await counted()).toBe(2)
    expect(await lag()).toBe(301)
  })
})

describe('R-23: a replay', () => {
  const replayAll = async () => {
    const asked = await requestReplay(sql, [groupOf(db)])
    const replayOne = openReplay(leader)
    let taken = 0
    while (await replayOne()) taken++
    return { asked, taken }
  }

  test('a replay counts a repaired entry once, however often it is requested', async () => {
    await client.command({ query: `ALTER TABLE ${db}.events MODIFY COLUMN page_path Enum8('/' = 1)` })
    const twice = visitEntry('/new')
    await append([visitEntry(), twice, twice])
    await start()
    await caughtUp()
    expect(await letters()).toHaveLength(2)
    await client.command({ query: `ALTER TABLE ${db}.events MODIFY COLUMN page_path String` })
    expect(await replayAll()).toEqual({ asked: 2, taken: 2 })
    expect(await replayAll()).toEqual({ asked: 0, taken: 0 })
    expect(await counted()).toBe(2)
    expect(await projected()).toBe(3)
    expect(await letters()).toMatchObject([
      { attempts: 2, replayed_at: expect.any(Date) },
      { attempts: 2, replayed_at: expect.any(Date) },
    ])
    await sql`UPDATE dead_letters SET replayed_at = NULL`
    await replayAll()
    expect(await counted()).toBe(2)
  })

  test('a replay of a still unreadable entry leaves the dead letter in place', async () => {
    await append([entryOf(POISON), visitEntry()])
    await start()
    await caughtUp()
    expect(await replayAll()).toEqual({ asked: 1, taken: 1 })
    expect(await letters()).toMatchObject([{ attempts: 2, replayed_at: null, replay_requested_at: null }])
    expect(await projected()).toBe(1)
  })

  test('a replay can be limited to a reason', async () => {
    await append([entryOf(POISON), entryOf(JSON.stringify({ ...envelopeOf([visit()]), v: 9 }))])
    await start()
    await caughtUp()
    expect(await requestReplay(sql, [groupOf(db)], 'future_version')).toBe(1)
    expect(await requestReplay(sql, ['another group'])).toBe(0)
  })
})
