import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { FIRST_RUN } from '../../contract/experiments/declared-shares.ts'
import { keepTarget, latch, presentRun, runsOf, startRun } from '../runs.ts'
import { DEFAULT_PLAN } from '../statistics/run.ts'
import { changesOf } from './changes.ts'
import { servedShares } from './served.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
const variants = ['control', 'v2']

const { sql } = await openTestPostgres()
for (const table of ['experiment_runs', 'experiment_changes']) await dropIndexes(sql, table)

const start = (testName: string, hour: number) =>
  startRun(sql, {
    ...{ testName, startedAt: at(hour), variants, plan: DEFAULT_PLAN },
    ...{ baselineRate: null, goal: 'any', primaryConversionTypes: [] },
  })
const first = (name: string) =>
  presentRun(sql, { name, variants: variants.map(name => ({ name, label: name, weight: 1 })) }, at(0))

type Step = [version: number, step: string, state: string]
const addSteps = async (name: string, run: string, steps: Step[]) => {
  for (const [version, step, state] of steps)
    await sql`
      INSERT INTO experiment_changes (id, test_name, version, step, state, run_id, shares, reason, not_known, at, by)
      VALUES (gen_random_uuid(), ${name}, ${version}, ${step}, ${state}, ${run}, ${`{"control": ${version}, "v2": 9}`}::text::json, 'x', '',
        ${at(version)}, 'ada')`
  // An UPDATE moves the row behind the others in the table.
  await sql`UPDATE experiment_changes SET reason = reason WHERE test_name = ${name} AND version = 1`
}

test('a run ends when the next one of its experiment begins', async () => {
  await first('one')
  for (const [name, hour] of [['one', 7], ['other', 2], ['one', 5], ['other', 6], ['one', 3]] as const) await start(name, hour) // biome-ignore format: one line
  const runs = await runsOf(sql, 'one')
  expect(runs.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
    [at(7), null],
    [at(5), at(7)],
    [at(3), at(5)],
    [null, at(3)],
  ])
})

test('pages get the newest step of each experiment, and the default run id if no start step began its run', async () => {
  const [landing, heading] = [await first('landingPage'), await start('trialHeading', 1)]
  await addSteps('landingPage', landing.id, [
    [1, 'pause', 'paused'],
    [2, 'resume', 'running'],
  ])
  await addSteps('trialHeading', heading.id, [
    [1, 'start', 'running'],
    [2, 'pause', 'paused'],
    [3, 'resume', 'running'],
  ])
  expect((await changesOf(sql, 'landingPage')).map(({ version }) => version)).toEqual([2, 1])
  expect((await changesOf(sql, 'trialHeading')).map(({ version }) => version)).toEqual([3, 2, 1])
  const declared = ['landingPage', 'trialHeading', 'untouched'].map(name => ({
    ...{ name, title: name, path: '/', initially: 'planned' as const },
    variants: variants.map(variant => ({ name: variant, label: variant, weight: 1 })),
  }))
  expect(await servedShares(sql, declared)).toEqual({
    landingPage: { run: FIRST_RUN, shares: [['control', 2], ['v2', 9]] },
    trialHeading: { run: heading.id, shares: [['control', 3], ['v2', 9]] },
    untouched: { shown: 'control' },
  }) // biome-ignore format: one experiment a line
})

test('a run keeps its first decision and first size, and two simultaneous starts create one run', async () => {
  const [run, other] = [await start('kept', 1), await start('kept', 2)]
  expect((await start('kept', 2)).id).toBe(other.id)
  expect(await runsOf(sql, 'kept')).toHaveLength(2)

  const targets = () =>
    sql`SELECT target_visitors FROM experiment_runs WHERE test_name = 'kept' ORDER BY started_at`
  const target = { visitors: 100, effect: 0.1 }
  expect(await keepTarget(sql, run.id, target)).toEqual(target)
  expect(await keepTarget(sql, run.id, { visitors: 200, effect: 0.2 })).toEqual(target)
  expect(await targets()).toEqual([{ target_visitors: 100 }, { target_visitors: null }])

  const arms = variants.map((variant, n) => ({ variant, visitors: 10 + n, converters: n }))
  const decision = { outcome: 'treatment' as const, winner: 'v2', at: at(5), arms }
  expect(await latch(sql, run.id, decision)).toBe(true)
  expect(await latch(sql, run.id, { ...decision, outcome: 'control', winner: 'control' })).toBe(false)
  expect((await runsOf(sql, 'kept')).map(one => one.decision)).toEqual([null, decision])
})
