/** Too many connections, and idle connections. */
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { until } from '../../rigs/testing/until.ts'
import { readEnv } from '../env.ts'
import { openHttpFromEnv } from './from-env.ts'

const cleanUp = cleanUpAfter('each')

const listen = async (env: Record<string, string>) => {
  const app = openHttpFromEnv(readEnv({ LOG_LEVEL: 'silent', ...env }))
  app.get('/here', () => 'here')
  app.post('/echo', request => request.body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUp.push(() => app.close())
  return (app.server.address() as AddressInfo).port
}

/** Resolves when the server has accepted or closed the connection. */
const dial = (port: number, bytes = '') => {
  const state = { closed: false, heard: '', socket: undefined as unknown as Socket }
  const socket = connect({ port, host: '127.0.0.1' }, () => bytes && socket.write(bytes))
  state.socket = socket
  socket.on('data', chunk => {
    state.heard += chunk
  })
  socket
    .on('error', () => undefined)
    .on('close', () => {
      state.closed = true
    })
  cleanUp.push(() => socket.destroy())
  return state
}
const REQUEST = 'GET /here HTTP/1.1\r\nHost: a\r\n\r\n'

test('S-20 connections are limited, and one that closes makes room', async () => {
  const port = await listen({ MAX_CONNECTIONS: '10' })
  const open = Array.from({ length: 10 }, () => dial(port, REQUEST))
  await until(() => open.every(({ heard }) => heard.endsWith('here')), 10_000)
  const more = Array.from({ length: 5 }, () => dial(port, REQUEST))
  await until(() => more.every(({ closed }) => closed), 10_000)
  expect([open, more].map(all => all.filter(({ heard }) => heard !== '').length)).toEqual([10, 0])
  open[0]?.socket.destroy()
  await until(async () => {
    const late = dial(port, REQUEST)
    await until(() => late.closed || late.heard !== '', 10_000)
    return late.heard.endsWith('here')
  }, 10_000)
})

test('S-20 half a header and half a body time out', async () => {
  const port = await listen({})
  const headers = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const started = performance.now()
  const [header, body] = [dial(port, headers), dial(port, `${headers}Content-Length: 100\r\n\r\n{`)]
  await until(() => header.closed, 20_000)
  expect(header.heard).toMatch(/^HTTP\/1\.1 408 /)
  const gaveUp = performance.now() - started
  expect(body.closed).toBe(false)
  await until(() => body.closed, 40_000)
  expect(body.heard).toMatch(/^HTTP\/1\.1 408 /)
  // A body's time limit is three times a header's. Only the ratio is tested, because a slow machine stretches both.
  expect((performance.now() - started) / gaveUp).toBeGreaterThan(1.5)
})
