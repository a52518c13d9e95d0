import type { ClickHouseClient } from '@clickhouse/client'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import { openPostgres } from '@firsttouch/infra/stores/postgres'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../accounting/reconcile.ts'
import { closeDays } from '../days/close.ts'
import { openReplay, requestReplay } from '../dead-letters/replay.ts'
import { deadLetterOf, saveDeadLetters } from '../pipeline/dead-letters.ts'
import { project } from '../pipeline/project.ts'
import { refreshRecent } from '../pipeline/resume.ts'
import { openBatch } from '../pipeline/run.ts'
import { openStore } from '../pipeline/store.ts'
import { openRedaction } from '../privacy/redact.ts'
import { applyRetention } from '../privacy/run.ts'
import { recordsOf, visit } from '../testing/events.ts'
import { DAY_SUMS } from './days.ts'
import { ROLLUPS } from './index.ts'
import { givenFrom, goOnAbove, ownVersions, versionsFrom } from './versions.ts'

let sql: Sql
let url: string
beforeEach(async () => {
  ;({ sql, url } = await openTestPostgres())
})
const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
/** Some two hundred years after 1970, in nanoseconds: above every clock. */
const AHEAD = 7_000_000_000_000_000_000n

test('each is higher than those before it, whoever asks, and is the time where nobody was before it', async () => {
  const others = await Promise.all([1, 2, 3, 4].map(() => openPostgres({ url, dataDir: '' })))
  const before = BigInt(Date.now()) * 1_000_000n
  const given = await Promise.all(
    others.map(async other => {
      const next = versionsFrom(other.sql)
      const own: bigint[] = []
      for (let i = 0; i < 50; i++) own.push(BigInt(await next()))
      return own
    }),
  )
  await Promise.all(others.map(other => other.close()))
  for (const own of given) expect(own).toEqual(own.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(new Set(given.flat()).size).toBe(200)
  const all = given.flat().toSorted((a, b) => (a < b ? -1 : 1))
  expect(all[0]).toBeGreaterThan(before - 1_000_000_000n)
  expect(all.at(-1)).toBeLessThan(BigInt(Date.now() + 1_000) * 1_000_000n)
})

test('where the clock is behind they go on one by one', async () => {
  await sql`SELECT next_version(${String(AHEAD)})`
  const next = versionsFrom(sql)
  expect([await next(), await next()]).toEqual([AHEAD + 2n, AHEAD + 3n].map(String))
})

test('each says which was given out before it, to whomever, a release before this one too', async () => {
  const give = givenFrom(sql)
  const first = await give()
  expect((await give()).previous).toBe(first.version)
  const [older] = await sql<{ version: string }[]>`SELECT next_version(0) AS version`
  expect((await give()).previous).toBe(older?.version)
})

test('a transaction that asked and goes on keeps nobody waiting, nor does one that was cancelled while it waited', async () => {
  await sql.begin(async tx => {
    const first = await versionsFrom(tx)()
    expect(BigInt(await versionsFrom(sql)())).toBeGreaterThan(BigInt(first))
  })
  const holder = await sql.reserve()
  await holder`SELECT pg_advisory_lock(${LOCKS.versions})`
  const cancelled = expect(
    sql.begin(async tx => {
      await tx`SET LOCAL statement_timeout = 100`
      await versionsFrom(tx)()
    }),
  ).rejects.toThrow('statement timeout')
  await cancelled
  await holder`SELECT pg_advisory_unlock(${LOCKS.versions})`
  holder.release()
  expect(await versionsFrom(sql)()).toMatch(/^\d{19}$/)
})

test('for one process alone they rise as well, within a millisecond too', async () => {
  const given = await Promise.all(Array.from({ length: 100 }, async () => BigInt(await ownVersions())))
  await wait(2)
  given.push(BigInt(await ownVersions()))
  expect(given).toEqual([...new Set(given)].toSorted((a, b) => (a < b ? -1 : 1)))
})

const TABLES = [...[...ROLLUPS, ...DAY_SUMS].map(({ table }) => table), 'closed_days']

describe('read models', () => {
  let client: ClickHouseClient
  let db: string
  beforeAll(async () => {
    ;({ client, db } = await openTestClickHouse())
  })
  const newest = async (): Promise<bigint> => {
    const tables = TABLES.map(table => `SELECT max(version) AS newest FROM ${db}.${table}`)
    const query = `SELECT toString(max(newest)) AS newest FROM (${tables.join(' UNION ALL ')})`
    const answer = await client.query({ query, format: 'JSONEachRow' })
    return BigInt((await answer.json<{ newest: string }>())[0]?.newest ?? 0)
  }
  const someone = (offset: number) =>
    recordsOf([visit({ at: Date.now() - 60_000 })], offset, { receivedAt: new Date().toISOString() })
  const log = { positions: async () => [], consume: async () => undefined, timesAt: async () => new Map() }
  const deps = () => ({
    log,
    clickhouse: client,
    sql,
    db,
    signal: new AbortController().signal,
    onError: () => undefined,
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a batch', () => openBatch({ ...deps(), readRedaction: openRedaction(groupOf(db)) })(someone(10))],
    [
      'what is made good at the start',
      () => refreshRecent({ store: openStore(client, db), sql, group: groupOf(db) }),
    ],
    ['what closes days', () => closeDays({ ...deps(), timeZone: 'UTC' }, Date.now() + 3 * 86_400_000)],
    ['the hourly repair', () => reconcile(deps(), new Date())],
    ['what takes details away', () => applyRetention(deps(), Math.ceil(Date.now() / 1000) + 3_600)],
    [
      'a dead letter that is read again',
      async () => {
        const [record] = someone(20)
        if (!record) throw new Error('There is no record.')
        const letter = deadLetterOf(record, new Error('refused'))
        await saveDeadLetters(sql, groupOf(db), [letter], () => true)
        await requestReplay(sql, [groupOf(db)])
        expect(await openReplay(deps())()).toBe(true)
      },
    ],
  ])('%s writes with the versions of PostgreSQL, which go on above all that are there', async (_, write) => {
    await project(someone(0), { store: openStore(client, db) })
    for (const table of TABLES)
      await client.command({
        query: `INSERT INTO ${db}.${table} SELECT * REPLACE (greatest(version, toUInt64(${AHEAD})) AS version) FROM ${db}.${table} FINAL`,
      })
    const before = await newest()
    expect(before).toBeGreaterThanOrEqual(AHEAD)
    await goOnAbove(sql, client, db)
    await write()
    expect(await newest()).toBeGreaterThan(before)
  })

  test.each(TABLES)('%s has no version that one to come is not above', async table => {
    const before = await newest()
    const ahead = (before > AHEAD ? before : AHEAD) + 1_000n
    await client.command({ query: `INSERT INTO ${db}.${table} (version) SELECT toUInt64(${ahead})` })
    await goOnAbove(sql, client, db)
    expect(BigInt(await versionsFrom(sql)())).toBeGreaterThan(ahead)
  })
})
