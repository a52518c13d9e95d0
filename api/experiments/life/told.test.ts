/** What steps with experiments are told as: once each, with neither reason nor name. */

import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { logEnvelope, timeInside } from '@firsttouch/ingest/events'
import { findExperiment } from '@firsttouch/ingest/experiments'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueExperimentEvents } from '../../outbox/experiment-events.ts'
import { CONFIG } from '../../testing/api.ts'
import { presentRun } from '../runs.ts'
import { readLife } from './changes.ts'
import { takeStep } from './take.ts'

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
const FIRST = { testName: 'landingPage', variants: ['control', 'v2'], split: [50, 50] }
const take = async (step: 'pause' | 'end' | 'archive', winner: string | null = null) =>
  takeStep({ sql, now: () => now, config: CONFIG }, experiment(), await readLife(sql, experiment()), {
    step,
    reason: 'Ann Smith, ann@example.com, has said so',
    by: 'ada.lovelace',
    winner,
    run: async (tx, at) => ({
      id: (await presentRun(tx, { ...FIRST, now: at })).id,
      shares: { control: 50, v2: 50 },
    }),
  })
const told = async () => {
  const rows = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
  return rows.map(({ key, value }) => ({ key, value, events: logEnvelope.parse(JSON.parse(value)).events }))
}

test('each step is told once, in order, under an id of its own time, without who took it and why', async () => {
  await take('pause')
  await take('end', 'v2')
  expect(await enqueueExperimentEvents(sql, now)).toBe(2)
  expect(await enqueueExperimentEvents(sql, now)).toBe(0)
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
  await enqueueExperimentEvents(sql, now)
  await emptyTables(sql, 'experiment_changes')
  await take('end')
  await enqueueExperimentEvents(sql, now)
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
  expect(await enqueueExperimentEvents(sql, now, async () => true)).toBe(1)
})
