/** What analysts read of experiments: steps by hand, and visitors before, between and after them. */

import type { LoggedEvent } from '@firsttouch/ingest/events'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import {
  conversion,
  experimentChange,
  exposure,
  lead,
  NOON,
  recordsOf,
} from '@firsttouch/projector/testing/events'
import { inThrees } from '@firsttouch/projector/testing/in-threes'
import { lookingAt } from '@firsttouch/projector/testing/looking-at'
import { beforeAll, describe, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { openTestClickHouse, type TestClickHouse } from '../rigs/testing/stores.ts'
import { publishReporting } from './publish.ts'

const HOUR = 3_600_000
const at = (hours: number) => NOON + hours * HOUR
const key = (n: number) => `01890000-0000-4000-8000-0000000000f${n}`
const [first, second] = [
  '01890000-0000-7000-8000-0000000000a1',
  '01890000-0000-7000-8000-0000000000a2',
] as const
const visitor = (n: number) => `utm_1772366400000_visitor${n}`
const running = { state: 'running', winner: null }

const STEPS = [
  experimentChange({
    change: key(1),
    version: 10,
    number: 1,
    at: at(1),
    run: first,
    step: 'pause',
    state: 'paused',
    shares: [100, 0],
    winner: null,
  }),
  experimentChange({
    change: key(2),
    version: 11,
    number: 2,
    at: at(2),
    run: first,
    step: 'resume',
    shares: [50, 50],
    goalTypes: ['form_submission', 'button_click'],
    ...running,
  }),
  experimentChange({
    change: key(3),
    version: 12,
    number: 3,
    at: at(3),
    run: second,
    step: 'start',
    shares: [80, 20],
    goal: 'qualified_lead',
    ...running,
  }),
  experimentChange({
    change: key(4),
    version: 13,
    number: 4,
    at: at(5),
    run: second,
    goal: 'qualified_lead',
  }),
]
/** Recorded, and later qualified. */
const qualified = (recorded: Parameters<typeof lead>[0], later: number) => [
  lead(recorded),
  lead({ ...recorded, version: 2, status: 'qualified', occurredAt: new Date(later).toISOString() }),
]
const events: LoggedEvent[] = [
  ...STEPS,
  // In the first run; while it was paused; after it was resumed, just before the next; in the next; after the end.
  exposure('v2', visitor(1), at(0)),
  conversion({ sessionId: visitor(1), at: at(1.5) }),
  exposure('v2', visitor(2), at(1.5)),
  conversion({ sessionId: visitor(2), at: at(1.6) }),
  exposure('control', visitor(3), at(3) - 1),
  exposure('v2', visitor(4), at(3)),
  conversion({ sessionId: visitor(4), at: at(3.5) }),
  exposure('v2', visitor(5), at(4)),
  ...qualified({ sessionId: visitor(5), at: at(4.1) }, at(30)),
  // Another lead of hers is not qualified.
  lead({ lead: key(8), sessionId: visitor(5), at: at(4.2) }),
  // Qualified before he saw the test, and not again.
  exposure('v2', visitor(8), at(4)),
  ...qualified({ lead: key(9), sessionId: visitor(8), at: at(3.1) }, at(4) - 1),
  // Seen in two runs, with a conversion between: what counts is when it was first.
  exposure('v2', visitor(9), at(2.1)),
  conversion({ sessionId: visitor(9), at: at(2.2) }),
  exposure('v2', visitor(9), at(4.2)),
  // At the very moment: the goal of the first run, and of the next.
  exposure('control', visitor(10), at(2.5)),
  conversion({ sessionId: visitor(10), at: at(2.5) }),
  exposure('control', visitor(11), at(4)),
  ...qualified({ lead: key(7), sessionId: visitor(11), at: at(3.2) }, at(4)),
  // Converted before he saw the test, and again afterwards.
  conversion({ sessionId: visitor(12), at: at(2.3) }),
  exposure('control', visitor(12), at(2.4)),
  conversion({ sessionId: visitor(12), at: at(2.6) }),
  // What makes nobody a converter: another type, what was before, and leads that are spam or deleted.
  exposure('control', visitor(16), at(2.4)),
  conversion({ sessionId: visitor(16), at: at(2.5), conversionType: 'phone_call' }),
  conversion({ sessionId: visitor(13), at: at(2.3) }),
  exposure('control', visitor(13), at(2.4)),
  ...[{ spam: true }, { deleted: true }].flatMap((fate, i) => {
    const of = { lead: key(i), sessionId: visitor(14 + i), at: at(4.2), status: 'qualified' as const }
    return [exposure('v2', visitor(14 + i), at(4)), lead(of), lead({ ...of, version: 2, ...fate })]
  }),
  exposure('control', visitor(6), at(4)),
  exposure('v2', visitor(6), at(4.5)),
  exposure('v2', visitor(7), at(5)),
]

const LANDING = { test: 'landingPage', variants: ['control', 'v2'] }
const time = (hours: number) => new Date(at(hours)).toISOString().replace('T', ' ').replace('Z', '')
const PERIODS = [
  {
    ...LANDING,
    run: first,
    began_at: null,
    ended_at: time(1),
    state: 'running',
    shares: [50, 50],
    winner: '',
  },
  {
    ...LANDING,
    run: first,
    began_at: time(1),
    ended_at: time(2),
    state: 'paused',
    shares: [100, 0],
    winner: '',
  },
  {
    ...LANDING,
    run: first,
    began_at: time(2),
    ended_at: time(3),
    state: 'running',
    shares: [50, 50],
    winner: '',
  },
  {
    ...LANDING,
    run: second,
    began_at: time(3),
    ended_at: time(5),
    state: 'running',
    shares: [80, 20],
    winner: '',
  },
  {
    ...LANDING,
    run: second,
    began_at: time(5),
    ended_at: null,
    state: 'ended',
    shares: [0, 100],
    winner: 'v2',
  },
]

/** What these views are made of. */
const TABLES = ['session_events', 'session_minutes', 'session_sums', 'leads', 'experiment_changes']

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
})
const rows = async (query: string) =>
  (await stores.client.query({ query, format: 'JSONEachRow' })).json<Record<string, unknown>>()

describe.each([
  ['as they happened', 'forwards', [events]],
  [
    'the last first, three by three, and then all of them again',
    'backwards',
    [...inThrees(events.toReversed()), events.toReversed()],
  ],
])('%s', (_, name, batches) => {
  const reporting = `reporting_${name}`
  beforeAll(async () => {
    const { client, db } = await openTestClickHouse()
    const store = openStore(lookingAt(client, ...TABLES), db)
    let offset = 0
    for (const batch of batches) {
      await project(recordsOf(batch, offset), { store })
      offset += batch.length
    }
    await publishReporting(client, { db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY, reporting })
  })

  test('periods go from the first visitor to now, without a gap', async () => {
    expect(
      await rows(
        `SELECT * FROM ${reporting}.experiment_periods WHERE test = 'landingPage' ORDER BY began_at NULLS FIRST`,
      ),
    ).toEqual(PERIODS)
  })

  test('a test stands as its last step says', async () => {
    expect(await rows(`SELECT * FROM ${reporting}.experiments WHERE test = 'landingPage'`)).toEqual([
      {
        ...LANDING,
        ...{
          title: 'Landing page',
          page: '/',
          state: 'ended',
          since: time(5),
          run: second,
          shares: [0, 100],
        },
        ...{ winner: 'v2', goal: 'qualified_lead', planned_visitors: 5000, steps: 4 },
      },
    ])
  })

  test('visitors count in the run in which they first saw the test, and converters by its goal', async () => {
    expect(
      await rows(`SELECT * EXCEPT (day, test) FROM ${reporting}.experiment_results ORDER BY run, variant`),
    ).toEqual([
      { run: first, variant: 'control', visitors: 5, saw_both: 0, converters: 2 },
      { run: first, variant: 'v2', visitors: 2, saw_both: 0, converters: 1 },
      { run: second, variant: 'control', visitors: 1, saw_both: 1, converters: 1 },
      { run: second, variant: 'v2', visitors: 5, saw_both: 0, converters: 1 },
    ])
  })
})

test('an experiment that the site no longer has keeps its steps, without a title and a page', async () => {
  const { client, db } = await openTestClickHouse()
  await project(recordsOf([experimentChange({ experiment: 'longGone' })]), { store: openStore(client, db) })
  await publishReporting(client, {
    db,
    timeZone: 'Europe/London',
    numbersKey: NUMBERS_KEY,
    reporting: 'reporting_longgone',
  })
  expect(
    await rows(
      `SELECT test, title, page, state, winner FROM reporting_longgone.experiments WHERE test = 'longGone'`,
    ),
  ).toEqual([{ test: 'longGone', title: '', page: '', state: 'ended', winner: 'v2' }])
})

test('an experiment without a step stands as it is declared, and its visitors are in a run without a number', async () => {
  const { client, db } = await openTestClickHouse()
  await project(recordsOf([exposure('v2', visitor(1), at(0))]), { store: openStore(client, db) })
  await publishReporting(client, {
    db,
    timeZone: 'Europe/London',
    numbersKey: NUMBERS_KEY,
    reporting: 'reporting_declared',
  })
  expect(
    await rows(
      'SELECT test, title, page, state, since, run, variants, steps FROM reporting_declared.experiments ORDER BY test',
    ),
  ).toEqual(
    EXPERIMENTS.map(({ name, title, path, initially, variants }) => ({
      ...{ test: name, title, page: path, state: initially, since: null, run: '', steps: 0 },
      variants: variants.map(variant => variant.name),
    })).toSorted((a, b) => (a.test < b.test ? -1 : 1)),
  )
  expect(await rows('SELECT run, variant, visitors FROM reporting_declared.experiment_results')).toEqual([
    { run: '', variant: 'v2', visitors: 1 },
  ])
})
