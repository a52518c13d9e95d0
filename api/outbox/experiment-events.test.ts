/** What steps with experiments are told as: once each, with neither reason nor name. */

import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { logEnvelope, timeInside } from '@firsttouch/ingest/events'
import { findExperiment } from '@firsttouch/ingest/experiments'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readLife } from '../experiments/life/changes.ts'
import { takeStep } from '../experiments/life/take.ts'
import { presentRun } from '../experiments/runs.ts'
import { CONFIG } from '../testing/api.ts'
import { enqueueExperimentEvents } from './experiment-events.ts'

const DECLARED = { testName: 'landingPage', variants: ['control', 'v2'] }
const now = new Date('2026-03-01T12:00:00Z')

let sql: Sql
beforeAll(async () => {
  ;({ sql } = await openTestPostgres())
})
beforeEach(() => emptyTables(sql, 'experiment_changes', 'experiment_runs', 'outbox'))

const experiment = () => {
  const found = findExperiment('landingPage')
  if (!found) throw new Error('it is declared')
  return found
}
const take = async (step: 'pause' | 'end' | 'archive', winner: string | null = null) =>
  takeStep({ sql, now: () => now, config: CONFIG }, experiment(), await readLife(sql, experiment()), {
    step,
    reason: 'Ann Smith, ann@example.com, has said so',
    by: 'ada.lovelace',
    winner,
    run: async (tx, at) => ({
      id: (await presentRun(tx, { ...DECLARED, split: [50, 50], now: at })).id,
      shares: { control: 50, v2: 50 },
    }),
  })
const tell = () => enqueueExperimentEvents(sql, now, async () => true)
const told = async () => {
  const rows = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
  return rows.map(({ key, value }) => ({ key, value, events: logEnvelope.parse(JSON.parse(value)).events }))
}

test('each step is told once, in order, under an id of its own time, without who took it and why', async () => {
  await take('pause')
  await take('end', 'v2')
  expect(await tell()).toBe(2)
  expect(await tell()).toBe(0)
  const entries = await told()
  expect(new Set(entries.map(({ key }) => key))).toEqual(new Set(['experiment_landingPage']))
  const events = entries.flatMap(entry => entry.events)
  const common = {
    type: 'experiment_changed',
    sessionId: '',
    experiment: 'landingPage',
    run: expect.any(String),
    variants: ['control', 'v2'],
    goal: 'any',
    goalTypes: [],
    plannedVisitors: 5000,
  }
  expect(events).toMatchObject([
    { ...common, number: 1, step: 'pause', state: 'paused', shares: [100, 0], winner: null },
    { ...common, number: 2, step: 'end', state: 'ended', shares: [0, 100], winner: 'v2' },
  ])
  for (const event of events) expect(timeInside(event.id)).toBe(Date.parse(event.occurredAt))
  for (const { value } of entries) expect(value).not.toMatch(/Ann|example\.com|lovelace/)
  const versions = events.flatMap(event => ('version' in event ? [event.version] : []))
  expect(versions[1]).toBeGreaterThan(versions[0] ?? 0)
})

test('of a database that was restored the next step has the same number and a greater version', async () => {
  await take('pause')
  await tell()
  await emptyTables(sql, 'experiment_changes')
  await take('end')
  await tell()
  const events = (await told()).flatMap(({ events }) =>
    events.flatMap(event => ('change' in event ? [event] : [])),
  )
  expect(events.map(({ number }) => number)).toEqual([1, 1])
  expect(events[1]?.version).toBeGreaterThan(events[0]?.version ?? 0)
  expect(events[1]?.change).not.toBe(events[0]?.change)
})

test('nothing is told while a release that cannot read it takes part, and nothing is lost by waiting', async () => {
  await take('pause')
  expect(await enqueueExperimentEvents(sql, now, async () => false)).toBe(0)
  expect(await told()).toEqual([])
  expect(await tell()).toBe(1)
})

/** Steps of one experiment, taken before it has a run. */
const addSteps = (name: string, upTo: number) =>
  sql`
    INSERT INTO experiment_changes (id, test_name, version, step, state, shares, reason, not_known, at, by)
    SELECT gen_random_uuid(), ${name}, n, 'archive', 'archived', '{"control": 100, "v2": 0}', 'x', '', ${now}, 'ada'
    FROM generate_series(1, ${upTo}::int) AS n`
/** An update writes a row anew, behind the others. */
const moveBehind = (name: string, version: number) =>
  sql`UPDATE experiment_changes SET told = false WHERE test_name = ${name} AND version = ${version}`
const numbers = async () =>
  (await told()).flatMap(({ events }) =>
    events.flatMap(event => ('number' in event ? [`${event.experiment} ${event.number}`] : [])),
  )

test('a step before the first run is told without a run, a goal and a plan', async () => {
  await addSteps('landingPage', 1)
  await tell()
  expect((await told())[0]?.events).toMatchObject([
    {
      run: null,
      goal: 'any',
      goalTypes: [],
      plannedVisitors: 0,
      variants: ['control', 'v2'],
      shares: [100, 0],
    },
  ])
})

test('steps are told in their order, experiment after experiment, wherever the table holds them', async () => {
  await dropIndexes(sql, 'experiment_changes')
  await addSteps('second', 3)
  await addSteps('first', 2)
  await moveBehind('second', 1)
  await moveBehind('first', 1)
  await tell()
  expect(await numbers()).toEqual(['first 1', 'first 2', 'second 1', 'second 2', 'second 3'])
})

test('a hundred steps at a time, the first ones first, and none that somebody else is telling', async () => {
  await dropIndexes(sql, 'experiment_changes')
  await addSteps('landingPage', 101)
  await moveBehind('landingPage', 1)
  expect(await tell()).toBe(100)
  expect(await sql`SELECT version FROM experiment_changes WHERE NOT told`).toEqual([{ version: 101 }])
  await sql.begin(async tx => {
    await tx`SELECT 1 FROM experiment_changes FOR UPDATE`
    expect(await tell()).toBe(0)
  })
  expect(await tell()).toBe(1)
})

test('where there is nothing to tell, nobody is asked whether it can be read', async () => {
  await take('pause')
  await tell()
  expect(await enqueueExperimentEvents(sql, now, () => Promise.reject(new Error('asked')))).toBe(0)
})
