import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { healthRoutes, openHealth } from './health.ts'
import { isAlive } from './is-alive.ts'
import { seededRandom } from './seeded-random.ts'
import { RELEASE } from './version.ts'

test('a process reports what it lacks, stays live, and while it drains is not ready', async () => {
  const app = Fastify()
  const health = openHealth(app)
  healthRoutes(app, health)
  let store: string | null = 'store'
  health.add(() => store)
  health.add(() => null)
  const ask = async (what: string) => {
    const answer = await app.inject(`/health/${what}`)
    return { code: answer.statusCode, ...answer.json(), connection: answer.headers.connection }
  }
  const live = { code: 200, status: 'live', connection: 'keep-alive' }
  expect(await ask('ready')).toEqual({
    ...live,
    code: 503,
    status: 'not_ready',
    missing: ['store'],
    ...RELEASE,
  })
  store = null
  expect(await ask('ready')).toEqual({ ...live, status: 'ready', missing: [], ...RELEASE })
  expect(await ask('live')).toEqual(live)
  health.drain()
  const closing = { connection: 'close' }
  const draining = { code: 503, status: 'not_ready', missing: ['draining'] }
  expect(await ask('ready')).toEqual({ ...draining, ...closing, ...RELEASE })
  expect(await ask('live')).toEqual({ ...live, ...closing })
  await app.close()
})

test('isAlive is true for any user’s process and false for a missing one', () => {
  expect([isAlive(process.pid), isAlive(1), isAlive(2 ** 30)]).toEqual([true, true, false])
})

test('the same seed gives the same numbers, which lie anywhere from 0 to 1', () => {
  const take = (seed: number, n: number) => {
    const random = seededRandom(seed)
    return Array.from({ length: n }, random)
  }
  expect(take(7, 3)).toEqual(take(7, 3))
  expect(take(7, 3)).not.toEqual(take(8, 3))
  expect(take(1, 3).map(n => Math.floor(n * 1e9))).toEqual([627073940, 2735721, 527447039])
  const many = take(3, 1_000)
  expect(Math.abs(many.reduce((sum, n) => sum + n, 0) / 1_000 - 0.5)).toBeLessThan(0.05)
  expect(many.every(n => n >= 0 && n < 1)).toBe(true)
})

test('the release is the version of package.json and, in a git checkout, the commit', () => {
  expect(RELEASE).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^[\da-f]{7,}$|^$/),
  })
})
