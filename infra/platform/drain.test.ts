import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { LateCallers } from '../rigs/testing/servers/late-callers.ts'
import { until } from '../rigs/testing/until.ts'
import { drainHttp } from './drain.ts'
import { openHealth } from './health.ts'
import { openHttp } from './http/http.ts'

const listen = async (more: (app: FastifyInstance) => void = () => undefined) => {
  const app = openHttp()
  app.get('/', () => 'here')
  more(app)
  const health = openHealth(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, health, port }
}

test('every request that arrives while a process is busy shutting down is answered', async () => {
  const { app, health, port } = await listen()
  const flags = new Int32Array(new SharedArrayBuffer(8))
  const workerData: LateCallers = { port, callers: 20, flags }
  const script = join(import.meta.dirname, '../rigs/testing/servers/late-callers.ts')
  const thread = new Worker(script, { workerData })
  const told = once(thread, 'message')
  await once(thread, 'online')
  const drained = drainHttp(app, health, 0)
  // Keeps the event loop busy from the end of the drain until every request has been sent.
  setTimeout(() => {
    Atomics.store(flags, 0, 1)
    Atomics.notify(flags, 0)
    Atomics.wait(flags, 1, 0)
    const end = performance.now() + 300
    while (performance.now() < end);
  }, 100)
  await drained
  expect((await told)[0]).toEqual(Array.from({ length: 20 }, () => 'HTTP/1.1 200 OK'))
})

test('a request on a connection from just before the port closed is answered, and a second one is not accepted', async () => {
  const { app, health, port } = await listen()
  const early = connect(port, '127.0.0.1')
  await once(early, 'connect')
  const heard = text(early)
  const drained = drainHttp(app, health, 0)
  await until(() => !app.server.listening, 10_000)
  early.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
  await drained
  expect(await heard).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/)
})

test('closing waits for a running response, but not for its connection to close', async () => {
  const answer = Promise.withResolvers<void>()
  const { app, health, port } = await listen(app =>
    app.get('/slow', async () => {
      await answer.promise
      return 'done'
    }),
  )
  const agent = new Agent({ keepAlive: true })
  const asked = once(app.server, 'request')
  const slow = once(get({ host: '127.0.0.1', port, path: '/slow', agent }), 'response')
  await asked
  const drained = drainHttp(app, health, 0)
  await until(() => !app.server.listening, 10_000)
  // The stores close after this promise, so it must wait for a response that still needs them.
  expect(await Promise.race([drained.then(() => 'drained'), sleep(100, 'waits')])).toBe('waits')
  answer.resolve()
  const [answered] = (await slow) as [IncomingMessage]
  // An open connection would keep Fastify waiting.
  expect([await text(answered), answered.headers.connection]).toEqual(['done', 'close'])
  await drained
  agent.destroy()
})
