import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { insertBatch, insertEntry, readLogTable } from '@firsttouch/infra/rigs/testing/log/log-table'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { LogEnvelope } from '@firsttouch/ingest/events'
import { beforeEach, describe, expect, test } from 'vitest'
import { conversion, envelopeOf, visit } from '../testing/events.ts'
import { sessionHash } from './erasures.ts'
import { eraseFromLog, redactOldInLog } from './redact-log.ts'

const sql = (await openTestPostgres()).sql
beforeEach(async () => {
  await emptyTables(sql, 'log_batches', 'outbox', 'dead_letters')
})

const entryFor = (session: string) =>
  JSON.stringify(
    envelopeOf([
      visit({ sessionId: session, pagePath: '/quill', referrer: 'quill', utm: { utm_term: 'quill' } }),
      conversion({ sessionId: session, properties: { who: 'quill' } }),
    ]),
  )
type Append = (offset: number, key: string, value?: string, partition?: number) => Promise<unknown>
const append: Append = (offset, key, value = entryFor(key), partition = offset % 3) =>
  insertEntry(sql, { partition, offset, key, value })
const entries = async () => {
  const rows = (await readLogTable(sql)).filter(({ partition, offset }) => partition === offset % 3)
  const ordered = rows.toSorted((one, other) => one.offset - other.offset)
  return new Map(ordered.map(({ offset, key, value }) => [offset, { key, value }]))
}
const sessionsIn = (value: string | undefined) =>
  (JSON.parse(value ?? '') as LogEnvelope).events.map(({ sessionId }) => sessionId)

describe('an erasure in PostgreSQL', () => {
  const [ADA, GRACE, BOB] = [
    'utm_1767225600000_quill',
    'utm_1767225600000_grace',
    'utm_1767225600000_bob',
  ] as const
  const aliases = new Map([
    [sessionHash(ADA), 'alias of one'],
    [sessionHash(GRACE), 'alias of another'],
  ])
  const setAside = (offset: number, key: string) => sql`
    INSERT INTO dead_letters (consumer_group, partition, "offset", key, value, reason, detail, appended_at)
    VALUES ('group', 1, ${offset}, ${Buffer.from(key)}, ${Buffer.from(`${key} said quill`)}, 'schema', ${`${key} is not a page`}, now())`
  const toSend = (key: string) =>
    sql`INSERT INTO outbox (key, value, created_at) VALUES (${key}, ${entryFor(key)}, now())`

  test('an erasure renames each erased session to its alias, and changes no other session', async () => {
    const sessions = [ADA, BOB, GRACE, ADA]
    for (const [offset, session] of sessions.entries()) await append(offset, session)
    await append(4, ADA, 'no entry, says quill')
    // Same offset, other partition.
    await append(0, BOB, 'of another', 2)
    for (const session of [ADA, BOB]) await toSend(session)
    for (const [offset, session] of [BOB, ADA, GRACE].entries()) await setAside(offset, session)
    const before = await entries()
    expect(await eraseFromLog(sql, aliases)).toEqual({ logEntries: 4, outbox: 1, deadLetters: 2 })

    const after = await entries()
    const apart = (await readLogTable(sql)).find(({ partition, offset }) => partition === 2 && offset === 0)
    expect(apart).toMatchObject({ key: BOB, value: 'of another' })
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
      expect(value).not.toMatch(/quill|grace/)
    }
    expect(JSON.parse(after.get(4)?.value ?? '')).toEqual({ v: 1, erased: true })

    const sent = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
    expect(sent.map(({ key }) => key)).toEqual(['alias of one', BOB])
    expect(sent.map(({ value }) => sessionsIn(value)[0])).toEqual(['alias of one', BOB])
    const letters = await sql<{ key: Buffer; value: Buffer; detail: string }[]>`
      SELECT key, value, detail FROM dead_letters ORDER BY "offset"`
    const texts = letters.map(({ key, value, detail }) => [`${key}`, `${value}`, detail])
    const emptied = ['', '{"v":1,"erased":true}', '']
    expect(texts).toEqual([[BOB, `${BOB} said quill`, `${BOB} is not a page`], emptied, emptied])
  })

  test('an erasure without sessions to erase changes nothing', async () => {
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
    ['an id that only ends like a replaced one', timed(UNTIL_MS - 1, 'aged0123'), true],
  ])('a session of %s', async (_, session, ages) => {
    await append(7, session)
    const before = (await entries()).get(7)
    await redactOldInLog(sql, UNTIL_MS / 1000)
    const { key = '', value } = (await entries()).get(7) ?? {}
    if (!ages) return expect({ key, value }).toEqual(before)
    expect(key).toMatch(/^utm_\d{13}_aged[0-9a-f]{24}$/)
    expect(Number(key.slice(4, 17))).toBe(Math.floor(Number(session.slice(4, 17)) / 60_000) * 60_000)
    expect(sessionsIn(value)).toEqual([key, key])
    expect(value).not.toMatch(/\/quill|"referrer":"quill"/)
  })
})

test('retention takes the bytes out of dead letters that are older, and leaves younger ones', async () => {
  const until = Date.parse('2026-02-01T00:00:00.000Z')
  for (const [offset, at] of [until - 1, until].entries())
    await sql`
      INSERT INTO dead_letters (consumer_group, partition, "offset", key, value, reason, detail, types, appended_at)
      VALUES ('group', 1, ${offset}, 'a', 'quill', 'schema', 'quill', '{"visit":1}', ${new Date(at)})`
  await redactOldInLog(sql, until / 1000)
  const letters = await sql`SELECT key, value, detail, types FROM dead_letters ORDER BY "offset"`
  expect(letters.map(({ key, value, detail, types }) => [`${key}${value}${detail}`, types])).toEqual([
    ['{"v":1,"erased":true}', { visit: 1 }],
    ['aquillquill', { visit: 1 }],
  ])
})

describe('retention in a large log', () => {
  const UNTIL_MS = Date.parse('2026-02-01T00:00:00.000Z')
  const keys = Array.from({ length: 1_101 }, (_, n) => `utm_${UNTIL_MS - 60_000 - n}_a`)

  test('retention goes through all entries in steps, and skips entries whose session id is already replaced', async () => {
    for (const [n, key] of keys.entries()) {
      if (n < 600) await append(n, key)
      else if (n % 5 === 0)
        await insertBatch(
          sql,
          0,
          n,
          keys.slice(n, n + 5).map(each => ({ key: each, value: entryFor(each) })),
        )
    }
    await redactOldInLog(sql, UNTIL_MS / 1000)
    const once = await readLogTable(sql)
    expect(once).toHaveLength(keys.length)
    expect(once.filter(({ key }) => !/_aged[0-9a-f]{24}$/.test(key))).toEqual([])
    const [row] = await sql`SELECT count(*)::int AS n FROM log_batches WHERE oldest_session IS NOT NULL`
    expect(row?.n).toBe(0)
    const [redacted] = once.filter(({ offset }) => offset === 5)
    await sql`DELETE FROM log_batches WHERE first_offset = 5`
    await append(5, redacted?.key ?? '', 'as it was', redacted?.partition)
    await redactOldInLog(sql, UNTIL_MS / 1000)
    expect((await readLogTable(sql)).find(({ offset }) => offset === 5)?.value).toBe('as it was')
  })

  test('retention rewrites only the old entries of a batch, and keeps the order', async () => {
    const [old, young] = [`utm_${UNTIL_MS - 1}_a`, `utm_${UNTIL_MS}_b`]
    const batch = [young, old, young, old].map(key => ({ key, value: entryFor(key) }))
    await insertBatch(sql, 1, 40, batch)
    await redactOldInLog(sql, UNTIL_MS / 1000)
    const after = await readLogTable(sql)
    expect(after.map(({ offset }) => offset)).toEqual([40, 41, 42, 43])
    expect(after.map(({ key }) => /_aged/.test(key))).toEqual([false, true, false, true])
    expect([after[0]?.value, after[2]?.value]).toEqual([batch[0]?.value, batch[2]?.value])
  })
})
