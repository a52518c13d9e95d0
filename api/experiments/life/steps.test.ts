/** Model-based test: random sequences of steps. Code, stored rows and log records must follow the transition table. */

import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATES, STEPS, type StateName, type Step } from '../../contract/experiments/life.ts'
import { CONFIG } from '../../testing/api.ts'
import { runsOf } from '../runs.ts'
import { DEFAULT_PLAN } from '../statistics/run.ts'
import { takeStep } from '../take-step.ts'
import { changesOf, type ExperimentState, readState, type Stage, stateAfter, stepsFrom } from './changes.ts'

/** `end` is allowed on an ended test and selects another variant. `archived` without a run reopens as planned. */
const WAYS: [from: StateName, step: Step, to: StateName][] = [
  ['planned', 'start', 'running'],
  ['planned', 'archive', 'archived'],
  ['running', 'start', 'running'],
  ['running', 'pause', 'paused'],
  ['running', 'end', 'ended'],
  ['paused', 'resume', 'running'],
  ['paused', 'end', 'ended'],
  ['ended', 'start', 'running'],
  ['ended', 'end', 'ended'],
  ['ended', 'reopen', 'running'],
  ['ended', 'archive', 'archived'],
  ['archived', 'reopen', 'ended'],
]
const walk = ({ state, hasRun }: Stage, step: Step): Stage | null => {
  const way = WAYS.find(([from, taken]) => from === state && taken === step)
  if (!way) return null
  if (way[2] === 'ended' && step === 'reopen' && !hasRun) return { state: 'planned', hasRun }
  return { state: way[2], hasRun: hasRun || way[2] === 'running' }
}

test('each state allows exactly the documented steps', () => {
  for (const state of STATES)
    for (const hasRun of [true, false])
      for (const step of STEPS) {
        const to = walk({ state, hasRun }, step)?.state ?? null
        expect([state, hasRun, step, stateAfter({ state, hasRun }, step)]).toEqual([state, hasRun, step, to])
        expect(stepsFrom({ state, hasRun }).includes(step)).toBe(to !== null)
      }
})

const SECOND = 1_000
const START = Date.parse('2026-03-01T12:00:00.000Z')

const stores = { ...(await openTestPostgres()), ...(await openTestClickHouse()) }

const declared = (name: string, initially: Experiment['initially']): Experiment => ({
  name,
  title: name,
  path: '/',
  initially,
  variants: ['control', 'v2'].map(variant => ({ name: variant, label: variant, weight: 50 })),
})

const UNPLANNED = { plan: DEFAULT_PLAN, baselineRate: null, goal: 'any' as const, primaryConversionTypes: [] }

/** Takes steps with a clock that the walk advances. */
const taker = (experiment: Experiment) => {
  const { sql } = stores
  const clock = { now: new Date(START) }
  return async (step: Step, known?: ExperimentState): Promise<ExperimentState> => {
    clock.now = new Date(clock.now.getTime() + SECOND)
    const current = known ?? (await readState(sql, experiment))
    const planned = { testName: experiment.name, variants: ['control', 'v2'], ...UNPLANNED }
    const asked = {
      ...{ step, reason: 'why', by: 'ada', winner: step === 'end' ? 'v2' : null },
      ...(step === 'start' && { planned }),
    }
    return takeStep({ sql, now: () => clock.now, config: CONFIG }, experiment, current, asked)
  }
}

type Walked = { experiment: Experiment; states: StateName[]; stands: Stage }
const walkThrough = async (experiment: Experiment, steps: Step[]): Promise<Walked> => {
  const take = taker(experiment)
  let stands: Stage = { state: experiment.initially, hasRun: experiment.initially === 'running' }
  const states: StateName[] = []
  for (const step of steps) {
    const to = walk(stands, step)
    if (!to) {
      await expect(take(step)).rejects.toMatchObject({ status: 409 })
      continue
    }
    expect((await take(step)).state).toBe(to.state)
    stands = to
    states.push(to.state)
  }
  const current = await readState(stores.sql, experiment)
  expect([current.state, current.hasRun, current.version]).toEqual([
    stands.state,
    stands.hasRun,
    states.length,
  ])
  return { experiment, states, stands }
}

const toldRecords = async (): Promise<LogRecord[]> => {
  const { sql } = stores
  const rows = await sql<{ key: string; value: string }[]>`SELECT key, value FROM outbox ORDER BY id`
  return rows.map((row, offset) => ({ ...row, partition: 0, offset, appendedAt: new Date(START) }))
}

const storiesInLog = async (): Promise<Map<string, StateName[]>> => {
  const answer = await stores.client.query({
    query: `SELECT experiment, arrayMap(one -> one.2, arraySort(groupArray((event_version, toString(state))))) AS states
      FROM ${stores.db}.experiment_changes FINAL GROUP BY experiment`,
    format: 'JSONEachRow',
  })
  const rows = await answer.json<{ experiment: string; states: StateName[] }>()
  return new Map(rows.map(({ experiment, states }) => [experiment, states]))
}

test('random steps change the state only when allowed, and rows, runs and log agree', async () => {
  const walks = fc.sample(
    fc.tuple(
      fc.constantFrom('planned', 'running'),
      fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 14 }),
    ),
    { numRuns: 12, seed: 19 },
  )
  const walked: Walked[] = []
  for (const [index, [initially, steps]] of walks.entries())
    walked.push(await walkThrough(declared(`walk ${index}`, initially), steps))
  expect(new Set(walked.flatMap(({ states }) => states))).toEqual(new Set(STATES))

  for (const { experiment, stands } of walked) {
    const changes = await changesOf(stores.sql, experiment.name)
    const runs = await runsOf(stores.sql, experiment.name)
    const open = runs.flatMap(({ periods }) => periods).filter(({ to }) => to === null)
    expect(open).toHaveLength(stands.state === 'running' && runs.length > 0 ? 1 : 0)
    const ends = changes.filter(({ state }) => state === 'running').length
    expect(runs.flatMap(({ periods }) => periods).length).toBeGreaterThanOrEqual(Math.min(ends, 1))
    for (const { periods } of runs)
      for (const { from, to } of periods) if (from && to) expect(from.getTime()).toBeLessThan(to.getTime())
    // Runs do not overlap.
    const [, ...before] = runs
    for (const { endedAt } of before) expect(endedAt).not.toBeNull()
  }

  const records = await toldRecords()
  const again = [...records, ...records].map((record, offset) => ({ ...record, offset })).toReversed()
  const store = openStore(stores.client, stores.db)
  for (let from = 0; from < again.length; from += 7) await project(again.slice(from, from + 7), { store })
  const stories = [...(await storiesInLog())].filter(([name]) => name.startsWith('walk '))
  expect(new Map(stories)).toEqual(
    new Map(
      walked
        .filter(({ states }) => states.length > 0)
        .map(({ experiment, states }) => [experiment.name, states]),
    ),
  )
})

describe('simultaneous steps', () => {
  const WAY_TO: Record<StateName, Step[]> = {
    planned: [],
    running: ['start'],
    paused: ['start', 'pause'],
    ended: ['start', 'end'],
    archived: ['start', 'end', 'archive'],
  }
  test.each(WAYS)(
    'from %s, one of many simultaneous callers may %s, and the other callers get the name of that caller',
    async (from, step, to) => {
      const experiment = declared(`at once ${from} ${step}`, 'planned')
      const take = taker(experiment)
      for (const before of WAY_TO[from]) await take(before)
      const current = await readState(stores.sql, experiment)
      const runs = (await runsOf(stores.sql, experiment.name)).length
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => take(step, current)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({
            status: 409,
            message: expect.stringMatching(/has changed: ada \w+ it on /),
          })
      expect(await readState(stores.sql, experiment)).toMatchObject({
        state: to,
        version: current.version + 1,
      })
      const begun = to === 'running' && step !== 'resume' ? 1 : 0
      expect((await runsOf(stores.sql, experiment.name)).length).toBe(runs + begun)
    },
  )
})
