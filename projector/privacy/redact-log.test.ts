import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { LogEnvelope } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversion, envelopeOf, visit } from '../testing/events.ts'
import { sessionHash } from './erasures.ts'
import { eraseFromLog, redactOldInLog } from './redact-log.ts'

let sql: Sql
beforeAll(async () => {
  sql = (await openTestPostgres()).sql
})
beforeEach(async () => {
  await emptyTables(sql, 'log_entries', 'outbox', 'dead_letters')
})

const entryFor = (session: string) =>
  JSON.stringify(
    envelopeOf([
      visit({ sessionId: session, pagePath: '/ada', referrer: 'ada', utm: { utm_term: 'ada' } }),
      conversion({ sessionId: session, properties: { who: 'ada' } }),
    ]),
  )
const append = (offset: number, key: string, value = entryFor(key), partition = offset % 3) =>
  sql`INSERT INTO log_entries (partition, "offset", key, value) VALUES (${partition}, ${offset}, ${key}, ${value})`
const entries = async () => {
  const rows = await sql<{ offset: string; key: string; value: string }[]>`
    SELECT "offset", key, value FROM log_entries WHERE partition = "offset" % 3 ORDER BY "offset"`
  return new Map(rows.map(({ offset, key, value }) => [Number(offset), { key, value }]))
}
const sessionsIn = (value: string | undefined) =>
  (JSON.parse(value ?? '') as LogEnvelope).events.map(({ sessionId }) => sessionId)

describe('an erasure in what PostgreSQL holds', () => {
  const [ADA, GRACE, BOB] = [
    'utm_1767225600000_ada',
    'utm_1767225600000_grace',
    'utm_1767225600000_bob',
  ] as const
  const aliases = new Map([
    [sessionHash(ADA), 'alias of one'],
    [sessionHash(GRACE), 'alias of another'],
  ])
  const setAside = (offset: number, key: string) => sql`
    INSERT INTO dead_letters (consumer_group, partition, "offset", key, value, reason, detail, appended_at)
    VALUES ('group', 1, ${offset}, ${Buffer.from(key)}, ${Buffer.from(`${key} said ada`)}, 'schema', ${`${key} is not a page`}, now())`
  const toSend = (key: string) =>
    sql`INSERT INTO outbox (key, value, created_at) VALUES (${key}, ${entryFor(key)}, now())`

  test('leaves each erased session under its own alias, and the others as they are', async () => {
    const sessions = [ADA, BOB, GRACE, ADA]
    for (const [offset, session] of sessions.entries()) await append(offset, session)
    await append(4, ADA, 'no entry, says ada')
    // At the same place of another partition.
    await append(0, BOB, 'of another', 2)
    for (const session of [ADA, BOB]) await toSend(session)
    for (const [offset, session] of [BOB, ADA, GRACE].entries()) await setAside(offset, session)
    const before = await entries()
    expect(await eraseFromLog(sql, aliases)).toEqual({ logEntries: 4, outbox: 1, deadLetters: 2 })

    const after = await entries()
    const [apart] =
      await sql`DELETE FROM log_entries WHERE partition = 2 AND "offset" = 0 RETURNING key, value`
    expect(apart).toEqual({ key: BOB, value: 'of another' })
    expect([...after.values()].map(({ key }) => key)).toEqual([
      'alias of one',
      BOB,
      'alias of another',
      'alias of one',
      'alias of one',
    ])
    expect(after.get(1)).toEqual(before.get(1))
    for (const offset of [0, 2, 3]) {
      const { key, value } = after.get(offset) ?? {}
      expect(sessionsIn(value)).toEqual([key, key])
      expect(value).not.toMatch(/ada|grace/)
    }
    expect(JSON.parse(after.get(4)?.value ?? '')).toEqual({ v: 1, erased: true })

    const sent = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
    expect(sent.map(({ key }) => key)).toEqual(['alias of one', BOB])
    expect(sent.map(({ value }) => sessionsIn(value)[0])).toEqual(['alias of one', BOB])
    const letters = await sql<{ key: Buffer; value: Buffer; detail: string }[]>`
      SELECT key, value, detail FROM dead_letters ORDER BY "offset"`
    const texts = letters.map(({ key, value, detail }) => [`${key}`, `${value}`, detail])
    const emptied = ['', '{"v":1,"erased":true}', '']
    expect(texts).toEqual([[BOB, `${BOB} said ada`, `${BOB} is not a page`], emptied, emptied])
  })

  test('of nobody touches nothing', async () => {
    await append(0, ADA)
    const before = await entries()
    expect(await eraseFromLog(sql, new Map())).toEqual({ logEntries: 0, outbox: 0, deadLetters: 0 })
    expect(await entries()).toEqual(before)
  })
})

describe('retention in the log', () => {
  const UNTIL_MS = Date.parse('2026-02-01T00:00:00.000Z')
  const timed = (at: number, name = 'a') => `utm_${at}_${name}`

  test.each([
    ['the last moment before', timed(UNTIL_MS - 1), true],
    ['the moment itself', timed(UNTIL_MS), false],
    ['the first moment of 2020', timed(1_577_836_800_000), true],
    ['before 2020', timed(1_577_836_799_999), false],
    ['without a time', 'a session', false],
    ['a time of twelve digits', 'utm_177000000000_a', false],
    ['a time in the middle', `x${timed(UNTIL_MS - 1)}`, false],
    ['a name that only ends alike', timed(UNTIL_MS - 1, 'aged0123'), true],
  ])('a session of %s', async (_, session, ages) => {
    await append(7, session)
    const before = (await entries()).get(7)
    await redactOldInLog(sql, UNTIL_MS / 1000)
    const { key = '', value } = (await entries()).get(7) ?? {}
    if (!ages) return expect({ key, value }).toEqual(before)
    expect(key).toMatch(/^utm_\d{13}_aged[0-9a-f]{24}$/)
    expect(Number(key.slice(4, 17))).toBe(Math.floor(Number(session.slice(4, 17)) / 60_000) * 60_000)
    expect(sessionsIn(value)).toEqual([key, key])
    expect(value).not.toMatch(/\/ada|"referrer":"ada"/)
  })

  test('goes through all of them, some hundreds at a time, and leaves those that have their aged name', async () => {
    const value = entryFor(timed(UNTIL_MS - 1))
    await sql`
      INSERT INTO log_entries (partition, "offset", key, value)
      SELECT n % 3, n, 'utm_' || (${UNTIL_MS - 60_000}::bigint - n) || '_a', ${value} FROM generate_series(0, 1100) AS n`
    await redactOldInLog(sql, UNTIL_MS / 1000)
    const once = await entries()
    expect([...once.values()].filter(({ key }) => !/_aged[0-9a-f]{24}$/.test(key))).toEqual([])
    await sql`UPDATE log_entries SET value = 'as it was' WHERE "offset" = 5`
    await redactOldInLog(sql, UNTIL_MS / 1000)
    expect((await entries()).get(5)?.value).toBe('as it was')
  })
})
