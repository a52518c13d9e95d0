/** What a process does with connections and with a proxy that nobody told it of. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import { readEnv } from '../env.ts'
import { freePort } from '../free-port.ts'
import { openHttpOf, warnOfProxy } from './from-env.ts'

const cleanUp = cleanUpAfter('each')

const listen = async (env: Record<string, string>) => {
  const app = openHttpOf(readEnv({ LOG_LEVEL: 'silent', ...env }))
  app.get('/here', () => 'here')
  app.post('/echo', request => request.body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUp.push(() => app.close())
  return (app.server.address() as AddressInfo).port
}

/** Resolves when the server has taken it or closed it. */
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

test('S-20 so many connections and no more, and one that goes makes room', async () => {
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

test('S-20 half a header, and half a body, are given up on', async () => {
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
  // A ratio, as the machine may be slow: a body has thrice the time of a header.
  expect((performance.now() - started) / gaveUp).toBeGreaterThan(1.5)
})

const said = (script: string, env: Record<string, string>) => {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '..', '..', '..', script)], {
    env: { ...process.env, HOST: '127.0.0.1', CANARY_SECONDS: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  const output = { text: '' }
  child.stdout?.on('data', chunk => {
    output.text += chunk
  })
  return output
}

test.each(['infra/app/start.ts', 'api/main.ts', 'ingest/main.ts'])(
  '%s warns when the site is https and no proxy is trusted, and says what to set',
  async script => {
    const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-proxy-'))
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
    const { url } = await openTestPostgres()
    const env = {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: url,
      SITE_URL: 'https://www.example.com',
    }
    const output = said(script, env)
    const lines = () => output.text.split('\n').filter(line => line.includes('TRUST_PROXY'))
    await until(() => lines().length > 0, 60_000)
    expect(lines()).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      level: 40,
      msg: expect.stringMatching(
        /^SITE_URL is https, but TRUST_PROXY names no proxy: .* Set TRUST_PROXY to /,
      ),
    })
  },
)

test.each([
  ['https://www.example.com', '', 1],
  ['HTTPS://www.example.com', '', 1],
  ['https://www.example.com', '10.0.0.0/8', 0],
  ['http://localhost:3000', '', 0],
  ['', '', 0],
])('with SITE_URL %o and TRUST_PROXY %o there are %i warnings', (SITE_URL, TRUST_PROXY, warnings) => {
  const lines: unknown[] = []
  warnOfProxy(readEnv({ SITE_URL, TRUST_PROXY }), { warn: (line: unknown) => lines.push(line) })
  expect(lines).toHaveLength(warnings)
})

test('the example of an environment names the default', async () => {
  const example = await readFile(join(import.meta.dirname, '..', '..', '..', '.env.example'), 'utf8')
  expect(example).toContain(`\nMAX_CONNECTIONS=${readEnv({}).MAX_CONNECTIONS}\n`)
})
