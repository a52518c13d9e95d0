/** How far erasures and retention have come: each group of readers by itself, and never back. */
import type { ClickHouseClient } from '@clickhouse/client'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventRow, sentBy } from '../pipeline/rows.ts'
import { openStore } from '../pipeline/store.ts'
import { envelopeOf, NOON, visit } from '../testing/events.ts'
import { openAliases, sessionHash } from './erasures.ts'
import { openRedaction } from './redact.ts'
import { applyErasures, applyRetention } from './run.ts'

const ERASURE = '01890000-0000-4000-8000-000000000009'
const names = ['a', 'b', 'c'].map(name => `utm_${NOON}_${name}`)
const [A = '', B = '', C = ''] = names

let sql: Sql
let client: ClickHouseClient
let db: string
let group: string
beforeAll(async () => {
  sql = (await openTestPostgres()).sql
  ;({ client, db } = await openTestClickHouse())
  group = groupOf(db)
})
beforeEach(async () => {
  await emptyTables(sql, 'erasures', 'erased_sessions', 'erasures_applied', 'details_removed', 'log_entries')
  await client.command({ query: `TRUNCATE TABLE ${db}.events` })
  await openStore(client, db).insertEvents(
    names.map((sessionId, offset) =>
      eventRow(sentBy(envelopeOf([])), visit({ sessionId }), { partition: 0, offset, index: 0 }),
    ),
  )
})

/** The aliases end in `of` and the name. */
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
const deps = () => ({ clickhouse: client, sql, db })

test('a look erases what came after the last look of this group, and notes how far it has come', async () => {
  await sql`INSERT INTO erasures_applied VALUES ('another', 9), (${group}, 1)`
  // Not in the order of their numbers, as a table gives them.
  await erase(C, 3)
  await erase(A, 1)
  await erase(B, 2)
  await applyErasures(deps())
  expect(await sessions()).toEqual(['a', 'ofb', 'ofc'])
  expect(await applied()).toEqual([
    ['ours', 3],
    ['another', 9],
  ])
})

test('a look from the start erases all, and takes back nothing of what another process has noted', async () => {
  await erase(B, 2)
  await erase(A, 1)
  await sql`INSERT INTO erasures_applied VALUES (${group}, 9)`
  await applyErasures(deps(), 0)
  expect(await sessions()).toEqual(['ofa', 'ofb', 'c'])
  expect(await applied()).toEqual([['ours', 9]])
  await sql`UPDATE erasures_applied SET seq = 0`
  await applyErasures(deps())
  expect(await applied()).toEqual([['ours', 2]])
})

test('the aliases at hand grow by what is new', async () => {
  const aliasesNow = openAliases()
  const now = async () => [...(await aliasesNow(sql)).values()].map(alias => alias.slice(-3))
  expect(await now()).toEqual([])
  await erase(C, 3)
  await erase(B, 2)
  await erase(A, 1)
  expect(await now()).toEqual(['ofa', 'ofb', 'ofc'])
  await sql`UPDATE erased_sessions SET alias = 'not read again'`
  await erase(`utm_${NOON}_d`, 4)
  expect(await now()).toEqual(['ofa', 'ofb', 'ofc', 'ofd'])
})

test('details are gone up to a day of the group’s own, which never moves back', async () => {
  const day = (n: number) => Math.floor(NOON / 86_400_000) * 86_400 + n * 86_400
  const envelope = envelopeOf([visit({ sessionId: A, pagePath: '/page' })])
  const isTold = async (of: string) =>
    JSON.stringify((await openRedaction(of)(sql)).of(envelope)).includes('/page')
  await sql`INSERT INTO details_removed VALUES ('another', ${new Date(day(-3) * 1000)})`
  expect(await isTold(group)).toBe(true)
  await applyRetention(deps(), day(1))
  expect(await isTold(group)).toBe(false)
  expect(await isTold('another')).toBe(true)
  await applyRetention(deps(), day(-5))
  expect(await isTold(group)).toBe(false)
  await applyRetention(deps(), day(2))
  const until = await sql<
    { until: Date }[]
  >`SELECT until FROM details_removed WHERE consumer_group = ${group}`
  expect(until[0]?.until.getTime()).toBe(day(2) * 1000)
})
