/** Staff change an A/B test while visitors arrive. Every report counts the same participants and converters. */

import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import { openStaffApi } from '@firsttouch/api/testing/api'
import { stepsOf } from '@firsttouch/api/testing/experiments'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { ROLLUPS } from '@firsttouch/projector/projections/index'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, exposure, lead, recordsOf } from '@firsttouch/projector/testing/events'
import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { publishReporting } from '../../reporting/publish.ts'
import { NUMBERS_KEY } from '../testing/analysts/numbers-key.ts'
import rows from './ab-tests.json' with { type: 'json' }

const START = Date.parse('2026-03-01T12:00:00.000Z')
const at = (minute: number) => START + minute * 60_000
const REPORTING = 'reporting_ab_tests'

type Step = [minute: number, who: string, what: string]
type Counts = Record<string, number[]>

const api = await openStaffApi()
await publishReporting(api.deps.clickhouse as never, {
  db: api.db,
  timeZone: 'Europe/London',
  numbersKey: NUMBERS_KEY,
  reporting: REPORTING,
})

const clear = async () => {
  await emptyTables(api.sql, 'experiment_changes', 'experiment_runs', 'notifications', 'outbox')
  const tables = ['events', ...ROLLUPS.map(({ table }) => table)]
  for (const table of new Set(tables))
    await api.clickhouse.command({ query: `TRUNCATE TABLE ${api.db}.${table}` })
}

const eventsOf = ([minute, who, what]: Step): LoggedEvent[] => {
  const sessionId = `utm_${START}_${who}`
  const [verb, word = '', ...rest] = what.split(' ')
  if (verb === 'sees') return [exposure(word, sessionId, at(minute))]
  if (verb === 'sends') {
    const key = v4()
    const statuses = what.slice(what.indexOf(':') + 2).split(', ') as LeadStatus[]
    return (['new', ...statuses] as LeadStatus[]).map((status, i) =>
      lead({
        ...{ lead: key, sessionId, at: at(minute), version: i + 1, status },
        occurredAt: new Date(at(minute + i)).toISOString(),
      }),
    )
  }
  const [inTest] = rest
  if (inTest)
    return [
      {
        ...exposure('control', sessionId, at(minute)),
        testName: inTest,
        event: 'conversion',
        conversionType: 'button_click',
      },
    ]
  const conversionType = (word || 'button_click') as 'button_click'
  return [conversion({ sessionId, at: at(minute), conversionType })]
}

const { take: takeStep, standing } = stepsOf(() => api)
const post = async ([minute, , what]: Step) => {
  await api.moveTo(new Date(at(minute)))
  const [step, goal] = what.split(' ')
  await takeStep(step as 'pause', goal ? { goal } : {})
}

let offset = 0
const take = async (steps: Step[]) => {
  for (const step of steps) if (step[1] === 'staff') await post(step)
  await api.moveTo(new Date(at(120)))
  const told = await api.sql<{ value: string }[]>`SELECT value FROM outbox ORDER BY id`
  const events = [
    ...steps.filter(([, who]) => who !== 'staff').flatMap(eventsOf),
    ...told.flatMap(({ value }) => JSON.parse(value).events as LoggedEvent[]),
  ]
  await project(recordsOf(events, offset), { store: openStore(api.clickhouse, api.db) })
  offset += events.length
}

/** Visitors and converters by variant, without variants that have no visitors. */
const counted = (rows: { variant: string; visitors: number; converters: number }[]): Counts => {
  const sums: Counts = {}
  for (const { variant, visitors, converters } of rows) {
    const [before = 0, done = 0] = sums[variant] ?? []
    sums[variant] = [before + visitors, done + converters]
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [visitors]]) => visitors !== 0))
}
const read = async (path: string) => (await api.call('GET', path)).json()
const view = async (name: string, where = 'true', columns = 'variant, visitors, converters') => {
  const query = `SELECT ${columns} FROM ${REPORTING}.${name} WHERE test = 'landingPage' AND ${where}`
  return counted(await (await api.clickhouse.query({ query, format: 'JSONEachRow' })).json())
}

/** An independent count of a run's visitors before a moment. */
const visitorsBefore = (steps: Step[], moment: number): number => {
  const seen = new Map<string, { first: number; variants: Set<string>; inRun: boolean }>()
  let running = true
  let began = 0
  for (const [minute, who, what] of steps) {
    if (who === 'staff') {
      running = /^(start|resume)/.test(what)
      if (what.startsWith('start')) began = minute
    } else if (what.startsWith('sees')) {
      const one = seen.get(who) ?? { first: minute, variants: new Set(), inRun: running }
      seen.set(who, one)
      one.variants.add(what)
    }
  }
  return [...seen.values()].filter(
    ({ first, variants, inRun }) => inRun && variants.size === 1 && first >= began && at(first) < moment,
  ).length
}

const told = rows.map(row => [row.input.map(step => step.join(' ')).join(', '), row] as const)
test.each(told)('every report counts the same participants and converters: %s', async (_, row) => {
  const steps = row.input as Step[]
  const right = row.right as Counts
  const ofRun = (row.verdict ?? row.right) as Counts
  await clear()
  await take(steps)
  const { testStats, verdicts } = await read('ab-testing-stats')
  const own = (one: { testName: string }) => one.testName === 'landingPage'
  const { points } = await read('experiments/landingPage/history')
  const { run } = await standing()
  expect({
    stats: counted(testStats.filter(own)),
    verdict: counted(verdicts.find(own).arms),
    history: counted(points.at(-1)?.arms ?? []),
    results: await view('experiment_results', `run IN ('${run?.startedAt ? run.id : ''}', '${run?.id}')`),
    sessions: await view(
      'experiment_sessions',
      'saw_both = 0',
      'variant, 1 AS visitors, toUInt32(converted) AS converters',
    ),
    days: await view('experiment_days'),
    all: await view('experiment_results_v1'),
  }).toEqual({
    ...{ stats: right, verdict: ofRun, history: ofRun, results: ofRun },
    ...{ sessions: right, days: right, all: right },
  })
  for (const point of points as { at: string; arms: { visitors: number }[] }[])
    expect(
      point.arms.reduce((sum, arm) => sum + arm.visitors, 0),
      point.at,
    ).toBe(visitorsBefore(steps, Date.parse(point.at)))
})
