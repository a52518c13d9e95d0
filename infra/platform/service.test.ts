import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { healthRoutes } from './health.ts'
import { addressOf, type Service, startService } from './service.ts'

/** Longer than any test may take. */
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

test('a start whose port is taken opens nothing, and its failure also ends the start', async () => {
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
  await expect(startService('site', taken, neverMounted, DRAIN_SECONDS)).rejects.toThrow('is taken')
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
    { status: 'not_ready', missing: ['start'] },
    { status: 'ready', missing: [] },
  ])
  await close()
})

test('a service whose port is taken opens nothing, and names an alternative', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const closed: string[] = []
  const env = readEnv({ PORT: String(port), HOST: '127.0.0.1' })
  await expect(startService('site', env, withParts(closed), DRAIN_SECONDS)).rejects.toThrow(
    `PORT=${port + 1}`,
  )
  expect(closed).toEqual([])
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
