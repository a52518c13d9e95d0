/** Progress of erasures and retention. Each consumer group has its own, and it never decreases. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { beforeEach, expect, test } from 'vitest'
import { eventRow, sentBy } from '../entries/rows.ts'
import { LeaseLost } from '../lease.ts'
import { deadLetterOf, ERASED_ENTRY, saveDeadLetters, unreadable } from '../steps/dead-letters.ts'
import { openStore } from '../steps/store.ts'
import { envelopeOf, NOON, visit } from '../testing/events.ts'
import { openLeader } from '../testing/leader.ts'
import { sessionHash } from './erasures.ts'
import { openRedaction } from './redact.ts'
import { applyErasures, applyRetention } from './run.ts'

const ERASURE = '01890000-0000-4000-8000-000000000009'
const names = ['a', 'b', 'c'].map(name => `utm_${NOON}_${name}`)
const [A = '', B = '', C = ''] = names

const sql = (await openTestPostgres()).sql
const { client, db } = await openTestClickHouse()
const group = groupOf(db)
beforeEach(async () => {
  await emptyTables(
    sql,
    'erasures',
    'erased_sessions',
    'erasures_applied',
    'details_removed',
    'log_batches',
    'dead_letters',
  )
  await client.command({ query: `TRUNCATE TABLE ${db}.events` })
  await openStore(client, db).insertEvents(
    names.map((sessionId, offset) =>
      eventRow(sentBy(envelopeOf([])), visit({ sessionId }), { partition: 0, offset, index: 0 }),
    ),
  )
})

/** The alias ends in `of` and the session id. */
const erase = async (session: string, seq: number): Promise<void> => {
  await sql`INSERT INTO erasures (id, erased_at, receipt) VALUES (${ERASURE}, now(), '{}') ON CONFLICT DO NOTHING`
  await sql`
    INSERT INTO erased_sessions (seq, session_hash, alias, erasure_id) OVERRIDING SYSTEM VALUE
    VALUES (${seq}, ${sessionHash(session)}, ${`utm_${NOON}_of${session.at(-1)}`}, ${ERASURE})`
}
const sessions = async () =>
  (
    await (
      await client.query({
        query: `SELECT session FROM ${db}.events ORDER BY log_offset`,
        format: 'JSONEachRow',
      })
    ).json<{ session: string }>()
  ).map(({ session }) => session.replace(`utm_${NOON}_`, ''))
const applied = async () =>
  (await sql`SELECT consumer_group AS of, seq::int FROM erasures_applied ORDER BY seq`).map(({ of, seq }) => [
    of === group ? 'ours' : of,
    seq,
  ])
const deps = () => openLeader({ clickhouse: client, sql, db })

const record = (key: string, offset: number, value: string) => ({
  ...{ partition: 0, offset, key, value },
  appendedAt: new Date(NOON),
})
/** Stores dead letters as a batch does: an unreadable entry and one that the store refused. */
const setAside = (session: string, from: number) =>
  saveDeadLetters(
    sql,
    group,
    [
      unreadable(record(session, from, `{"v":99,"who":"quill of ${session}"}`), {
        ok: false,
        reason: 'future_version',
        detail: 'no version that quill reads',
      }),
      deadLetterOf(
        record(
          session,
          from + 1,
          JSON.stringify(envelopeOf([visit({ sessionId: session, pagePath: '/quill' })])),
        ),
        new Error('refused quill'),
      ),
    ],
    () => true,
  )
const deadLetters = async () =>
  (await sql`SELECT key, value, detail, types FROM dead_letters ORDER BY "offset"`).map(
    ({ key, value, detail, types }) => ({ text: `${key}${value}${detail}`, types }),
  )

test('an entry of an erased session that becomes a dead letter later, as in a rebuild from Kafka, keeps its counts and none of its bytes', async () => {
  await setAside(A, 0)
  const [, refused] = await deadLetters()
  await emptyTables(sql, 'dead_letters')
  await erase(A, 1)
  await setAside(A, 0)
  await setAside(B, 2)
  const [first, second, ...others] = await deadLetters()
  expect([first?.text, second]).toEqual([ERASED_ENTRY, { text: ERASED_ENTRY, types: refused?.types }])
  expect(others.map(({ text }) => /quill/.test(text))).toEqual([true, true])
})

test('a dead letter that a batch in flight stored during the erasure is erased by the next run', async () => {
  await setAside(A, 0)
  await erase(A, 1)
  await applyErasures(await deps())
  expect((await deadLetters()).map(({ text }) => text)).toEqual([ERASED_ENTRY, ERASED_ENTRY])
})

test('the job applies all erasures since the group’s previous run, and stores its progress', async () => {
  await sql`INSERT INTO erasures_applied VALUES ('another', 9), (${group}, 1)`
  // Inserted out of order, because the query must sort them.
  await erase(C, 3)
  await erase(A, 1)
  await erase(B, 2)
  await applyErasures(await deps())
  expect(await sessions()).toEqual(['a', 'ofb', 'ofc'])
  expect(await applied()).toEqual([
    ['ours', 3],
    ['another', 9],
  ])
})

test('a run from the start applies all erasures, and never moves the stored progress back', async () => {
  await erase(B, 2)
  await erase(A, 1)
  await sql`INSERT INTO erasures_applied VALUES (${group}, 9)`
  await applyErasures(await deps(), 0)
  expect(await sessions()).toEqual(['ofa', 'ofb', 'c'])
  expect(await applied()).toEqual([['ours', 9]])
  await sql`UPDATE erasures_applied SET seq = 0`
  await applyErasures(await deps())
  expect(await applied()).toEqual([['ours', 2]])
})

test('a leader whose epoch is over stores no progress, and its successor repeats the erasures', async () => {
  await erase(A, 1)
  const former = await deps()
  const leader = await deps()
  await expect(applyErasures(former)).rejects.toThrow(LeaseLost)
  await expect(applyRetention(former, NOON / 1000)).rejects.toThrow(LeaseLost)
  expect(await applied()).toEqual([])
  expect(await sql`SELECT FROM details_removed`).toHaveLength(0)
  await applyErasures(leader)
  expect(await applied()).toEqual([['ours', 1]])
})

test('a batch’s redaction includes the sessions erased since the previous batch, and reads no alias twice', async () => {
  const redactionNow = openRedaction(group)
  const erased = async () => {
    const redaction = await redactionNow(sql)
    return [...names, `utm_${NOON}_d`].map(sessionId => {
      const [event] = redaction.of(envelopeOf([visit({ sessionId })])).events
      return event?.sessionId.replace(`utm_${NOON}_`, '')
    })
  }
  expect(await erased()).toEqual(['a', 'b', 'c', 'd'])
  await erase(C, 3)
  await erase(A, 1)
  expect(await erased()).toEqual(['ofa', 'b', 'ofc', 'd'])
  await sql`UPDATE erased_sessions SET alias = 'read twice'`
  await erase(`utm_${NOON}_d`, 4)
  expect(await erased()).toEqual(['ofa', 'b', 'ofc', 'ofd'])
})

test('each group stores the day up to which its details are removed, and this day never moves back', async () => {
  const day = (n: number) => Math.floor(NOON / 86_400_000) * 86_400 + n * 86_400
  const envelope = envelopeOf([visit({ sessionId: A, pagePath: '/page' })])
  const isTold = async (of: string) =>
    JSON.stringify((await openRedaction(of)(sql)).of(envelope)).includes('/page')
  await sql`INSERT INTO details_removed VALUES ('another', ${new Date(day(-3) * 1000)})`
  expect(await isTold(group)).toBe(true)
  await applyRetention(await deps(), day(1))
  expect(await isTold(group)).toBe(false)
  expect(await isTold('another')).toBe(true)
  await applyRetention(await deps(), day(-5))
  expect(await isTold(group)).toBe(false)
  await applyRetention(await deps(), day(2))
  const until = await sql<
    { until: Date }[]
  >`SELECT until FROM details_removed WHERE consumer_group = ${group}`
  expect(until[0]?.until.getTime()).toBe(day(2) * 1000)
})
