import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { healthRoutes } from './health.ts'
import { addressOf, type Service, startService } from './service.ts'
import { RELEASE } from './version.ts'

/** Longer than any test, so a test passes only if the drain is skipped. */
const DRAIN_SECONDS = 3_600

const withParts =
  (closed: string[], then: () => void = () => undefined) =>
  async (service: Service) => {
    for (const name of ['first', 'second']) service.keep({ close: () => closed.push(name) })
    then()
    return {}
  }

test('a failed start closes its parts in reverse order and prints its error first', async () => {
  const closed: string[] = []
  const mount = withParts(closed, () => {
    throw new Error('no store')
  })
  await expect(startService('site', readEnv({ PORT: '0' }), mount, DRAIN_SECONDS)).rejects.toThrow('no store')
  expect(closed).toEqual(['second', 'first'])
})

test('a start that fails creates no password, and opens no part if its port is taken', async () => {
  const made: string[] = []
  const closed: string[] = []
  const mount = async (service: Service) => {
    service.keep({ close: () => closed.push('part') })
    return { onceListening: async () => ({ made: made.push('password') }) }
  }
  const env = { ...readEnv({ HOST: '127.0.0.1' }), PORT: 0 }
  const first = await startService('site', env, mount, 0)
  expect(first.made).toBe(1)
  const taken = { ...env, PORT: Number(new URL(first.url).port) }
  const neverMounted = () => Promise.reject(new Error('mounted'))
  await expect(startService('site', taken, neverMounted, DRAIN_SECONDS)).rejects.toThrow(
    'listens on that port already',
  )
  expect(made).toEqual(['password'])
  await first.close()
  const failing = async (service: Service) => ({
    ...(await mount(service)),
    onceListening: () => Promise.reject(new Error('a weak password')),
  })
  await expect(startService('site', env, failing, DRAIN_SECONDS)).rejects.toThrow('a weak password')
  expect(closed).toEqual(['part', 'part'])
})

test('a service listens first, and is ready when its parts are open', async () => {
  const seen: unknown[] = []
  const mount = async ({ app, health }: Service) => {
    healthRoutes(app, health)
    const ask = async () => (await app.inject('/health/ready')).json()
    return {
      onceListening: async () => {
        seen.push(await ask())
        return { ask }
      },
    }
  }
  const { ask, close } = await startService('site', readEnv({ PORT: '0' }), mount, 0)
  expect([...seen, await ask()]).toEqual([
    { status: 'not_ready', missing: ['start'], ...RELEASE },
    { status: 'ready', missing: [], ...RELEASE },
  ])
  await close()
})

test('the error for a taken port says what to do, and no part is opened', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const closed: string[] = []
  const env = readEnv({ PORT: String(port), HOST: '127.0.0.1' })
  await expect(startService('site', env, withParts(closed), DRAIN_SECONDS)).rejects.toThrow(
    `PORT=${port} at HOST=127.0.0.1 is not available: a program listens on that port already. Stop it, or choose another port.`,
  )
  expect(closed).toEqual([])
  other.close()
})

test.each([
  ['PORT', 'EADDRINUSE', (taken: string) => ({ PORT: taken })],
  ['METRICS_PORT', 'EADDRINUSE', (taken: string) => ({ PORT: '0', METRICS_PORT: taken })],
  ['HOST', 'ENOTFOUND', () => ({ PORT: '0', HOST: 'no-such-host.invalid' })],
  ['HOST', 'EADDRNOTAVAIL', () => ({ PORT: '0', HOST: '203.0.113.7' })],
])('the error for an unavailable address names its setting: %s, %s', async (setting, code, wrong) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const env = readEnv({ HOST: '127.0.0.1', ...wrong(String(port)) })
  const refused = startService('site', env, async () => ({}), 0)
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining(`${setting}=`),
    cause: { code: expect.stringMatching(code === 'ENOTFOUND' ? /ENOTFOUND|EAI_AGAIN/ : code) },
  })
  other.close()
})

test.each([
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['127.0.0.1', 'http://127.0.0.1:3000'],
])('a service that listens on %s is reached at %s', (HOST, expected) => {
  expect(addressOf({ HOST, PORT: 3_000 })).toBe(expected)
  expect(addressOf({ HOST, PORT: 0 }, 3_000)).toBe(expected)
})
