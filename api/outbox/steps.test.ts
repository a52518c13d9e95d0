/** Each step is one event, without reason and author. */

import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { logEnvelope, timeInside } from '@firsttouch/ingest/events'
import { findExperiment } from '@firsttouch/ingest/experiments'
import { beforeEach, expect, test } from 'vitest'
import { readState } from '../experiments/life/changes.ts'
import { takeStep } from '../experiments/take-step.ts'
import { CONFIG } from '../testing/api.ts'
import { enqueueStep } from './steps.ts'

const now = new Date('2026-03-01T12:00:00Z')

const { sql } = await openTestPostgres()
beforeEach(() => emptyTables(sql, 'experiment_changes', 'experiment_runs', 'outbox'))

const experiment = () => {
  const found = findExperiment('landingPage')
  if (!found) throw new Error('it is declared')
  return found
}
const take = async (step: 'pause' | 'end' | 'archive', winner: string | null = null) =>
  takeStep({ sql, now: () => now, config: CONFIG }, experiment(), await readState(sql, experiment()), {
    step,
    reason: 'Ann Smith, ann@example.com, has said so',
    by: 'ada.lovelace',
    winner,
  })
const told = async () => {
  const rows = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
  return rows.map(({ key, value }) => ({ key, value, events: logEnvelope.parse(JSON.parse(value)).events }))
}

test('each step is sent once, in order, without person and reason, and its event id has the step’s time', async () => {
  await take('pause')
  await take('end', 'v2')
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

test('after a restore the next step has the same number and a greater version', async () => {
  await take('pause')
  await emptyTables(sql, 'experiment_changes')
  await take('end')
  const events = (await told()).flatMap(({ events }) =>
    events.flatMap(event => ('change' in event ? [event] : [])),
  )
  expect(events.map(({ number }) => number)).toEqual([1, 1])
  expect(events[1]?.version).toBeGreaterThan(events[0]?.version ?? 0)
  expect(events[1]?.change).not.toBe(events[0]?.change)
})

/** Inserts a step of an experiment without a run. */
const addStep = async () => {
  const [step] = await sql<{ id: string }[]>`
    INSERT INTO experiment_changes (id, test_name, version, step, state, shares, reason, not_known, at, by)
    VALUES (gen_random_uuid(), 'landingPage', 1, 'archive', 'archived', '{"control": 100, "v2": 0}', 'x', '', ${now}, 'ada')
    RETURNING id`
  return step?.id ?? ''
}

test('a step before the first run has no run, goal or plan', async () => {
  await enqueueStep(sql, await addStep())
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

test('a repeated step has the same event id', async () => {
  const step = await addStep()
  for (let i = 0; i < 2; i++) await enqueueStep(sql, step)
  const [first, second] = await told()
  expect(second?.events).toEqual(first?.events)
})
