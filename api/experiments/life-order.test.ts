/** Rejected steps: out of order, from a stale tab, concurrent, or while the analytics store is unavailable. */
import { beforeEach, expect, it } from 'vitest'
import { STEPS } from '../contract/experiments/life.ts'
import { openStaffApi } from '../testing/api.ts'
import { stepsOf } from '../testing/experiments.ts'
import { clearSessions } from '../testing/participants.ts'

const api = await openStaffApi()
beforeEach(async () => {
  await clearSessions(api)
  api.clock.now = new Date('2026-03-01T12:00:00.000Z')
})
const { step, take, standing, changes } = stepsOf(() => api)

/** Steps from the declared state (running) to each state. */
const WAY_TO = { running: [], paused: ['pause'], ended: ['end'], archived: ['end', 'archive'] } as const
const reach = async (state: keyof typeof WAY_TO) => {
  for (const name of WAY_TO[state]) await take(name)
  return standing()
}
const states = ['running', 'paused', 'ended', 'archived'] as const

it.each(states)(
  'a test refuses steps out of order while it is %s, and names the allowed steps',
  async state => {
    const { steps } = await reach(state)
    for (const name of STEPS.filter(name => !steps.includes(name))) {
      const answer = await step(name)
      expect([name, answer.statusCode]).toEqual([name, 409])
      expect(answer.json().detail).toMatch(/^“Landing page” is \w+: it can be .+ now, but not \w+\.$/)
    }
    expect((await standing()).state).toBe(state)
  },
)

it.each(states)(
  'a test refuses a step from a stale tab while it is %s, and names who changed it',
  async state => {
    const { version, steps } = await reach(state)
    const [name = 'start'] = steps
    const old = await step(name, { version: version + 1 })
    expect([old.statusCode, old.json().detail]).toEqual([409, expect.stringMatching(/Look at it again\.$/)])
    if (version > 0)
      expect(old.json().detail).toMatch(
        /^“Landing page” has changed: ada \w+ it on 1 Mar 2026, 12:0\d \(Europe\/London\)/,
      )
    expect((await step(name, { version })).statusCode).toBe(200)
  },
)

it.each(states)('a test accepts one of two simultaneous steps while it is %s', async state => {
  const { version, steps } = await reach(state)
  for (const name of steps.slice(0, 1)) {
    const answers = await Promise.all([step(name, { version }), step(name, { version })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  }
  expect((await standing()).version).toBe(version + 1)
})

it('a test accepts a step while analytics are unavailable, and the step records that', async () => {
  const { clickhouse, db } = api
  const rename = (from: string, to: string) =>
    clickhouse.command({ query: `RENAME TABLE ${db}.${from} TO ${db}.${to}` })
  await rename('session_sums', 'away')
  try {
    const answer = await step('end', { winner: 'v2' })
    expect([answer.statusCode, answer.json().verdict]).toEqual([200, null])
  } finally {
    await rename('away', 'session_sums')
  }
  expect((await changes())[0].unknown).toBe('Analytics are unavailable, so the verdict is unknown.')
})
