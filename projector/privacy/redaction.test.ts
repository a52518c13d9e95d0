import type { ClickHouseClient } from '@clickhouse/client'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { project } from '../pipeline/project.ts'
import { openStore } from '../pipeline/store.ts'
import { ROLLUPS } from '../projections/index.ts'
import { everythingOf, NOON, recordsOf } from '../testing/events.ts'
import { aliasFor, sessionHash } from './erasures.ts'
import { lastDayKept } from './retention.ts'
import { applyErasures, applyRetention, type RedactionDeps } from './run.ts'

const SESSION = `utm_${NOON}_planted`
const OTHER = `utm_${NOON + 5_000}_stays`
const tables = ['events', ...ROLLUPS.map(({ table }) => table)]

let deps: RedactionDeps
beforeEach(async () => {
  const { client: clickhouse, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  deps = { clickhouse, db, sql }
  const events = everythingOf(SESSION, NOON, 'planted').filter(
    ({ type }) => !['campaign_changed', 'spend_recorded', 'experiment_changed'].includes(type),
  )
  const store = openStore(clickhouse, db)
  const agent = { userAgent: 'planted' }
  await project(recordsOf(events, 0, agent), { store })
  // Twice, so that there are rows which others have replaced.
  await project(recordsOf(events, 0, agent), { store })
  const others = everythingOf(OTHER, NOON + 5_000, 'stays').filter(({ type }) => type !== 'lead_changed')
  await project(recordsOf(others, 100), { store })
})

const rows = async (query: string): Promise<Record<string, unknown>[]> =>
  (await deps.clickhouse.query({ query: query.replaceAll('{db}', deps.db), format: 'JSONEachRow' })).json()

/** Every table that there is, replaced rows included, whatever is declared of it. */
const tablesWith = async (...texts: string[]): Promise<string[]> => {
  const all = await rows(`SELECT name FROM system.tables WHERE database = '{db}'`)
  const found: string[] = []
  for (const { name } of all) {
    const text = JSON.stringify(await rows(`SELECT * FROM {db}.${name}`))
    if (texts.some(one => text.includes(one))) found.push(String(name))
  }
  return found
}
/** What is counted: rows without what a redaction takes out of them. */
const counts = async () => {
  const found: Record<string, unknown> = {}
  for (const { table, bucket, measures } of ROLLUPS)
    found[table] = await rows(
      `SELECT ${bucket}, ${'n' in measures ? 'sum(n)' : 'count()'} AS n FROM {db}.${table} FINAL GROUP BY ALL ORDER BY ALL`,
    )
  return found
}

const erase = async (sql: Sql): Promise<void> => {
  const id = '01890000-0000-4000-8000-000000000009'
  await sql`INSERT INTO erasures (id, erased_at, receipt) VALUES (${id}, now(), '{}')`
  await sql`
    INSERT INTO erased_sessions (session_hash, alias, erasure_id)
    VALUES (${sessionHash(SESSION)}, ${aliasFor(SESSION)}, ${id})`
}

const TOMORROW = lastDayKept(new Date(NOON + 86_400_000), 0)
type Apply = (given: RedactionDeps) => Promise<void>
/** With what it takes out: retention leaves what a form or a link said. */
const REDACTIONS: [string, Apply, string[]][] = [
  ['an erasure', given => applyErasures(given, 0), ['planted']],
  ['retention', given => applyRetention(given, TOMORROW), ['_planted', '/planted']],
]

describe.each(REDACTIONS)('%s', (_, apply, texts) => {
  beforeEach(() => erase(deps.sql))

  test('takes the session out of every table, and changes no count', async () => {
    const named = ROLLUPS.filter(({ erasure }) => erasure !== 'nothing').map(({ table }) => table)
    // Devices are made of pages and hold none.
    const before = ['events', ...named].filter(table => table !== 'device_15m')
    expect(await tablesWith(...texts)).toEqual(expect.arrayContaining(before))
    const counted = await counts()
    expect(Object.values(counted)).not.toContainEqual([])
    await apply(deps)
    expect(await tablesWith(...texts)).toEqual([])
    expect(await counts()).toEqual(counted)
  })

  test('that is cut short after any of its statements is carried out by the next look', async () => {
    let left = 0
    const command = async (given: Parameters<ClickHouseClient['command']>[0]) => {
      if (left-- === 0) throw new Error('cut short')
      return deps.clickhouse.command(given)
    }
    const cut = { ...deps, clickhouse: Object.assign(Object.create(deps.clickhouse), { command }) }
    const statements = []
    // Each look goes some statements further than the one before it, on what that one has left.
    for (let after = 0; after < 200; after += 3) {
      left = after
      const error = await apply(cut).then(
        () => null,
        reason => reason,
      )
      statements.push(error)
      if (error === null) break
      expect(error.message).toBe('cut short')
    }
    expect(statements.length).toBeGreaterThan(1)
    expect(statements.at(-1)).toBeNull()
    expect(await tablesWith(...texts)).toEqual([])
  }, 120_000)
})

test('an erasure leaves the other session as it is', async () => {
  await erase(deps.sql)
  const read = () => Promise.all(tables.map(table => rows(`SELECT count() AS n FROM {db}.${table} FINAL`)))
  const counted = await read()
  const had = await tablesWith('stays')
  await applyErasures(deps, 0)
  expect(await tablesWith('stays')).toEqual(had)
  expect(await read()).toEqual(counted)
})
