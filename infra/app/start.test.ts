/** `npm start` as its operator meets it: a process, its messages and its end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../platform/free-port.ts'
import { until } from '../rigs/testing/until.ts'
import { buildSiteIfNeeded } from './site/build.ts'

let dataDir: string
const children: ChildProcess[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-start-'))
  await buildSiteIfNeeded()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

/** Ports 0 to 1023 aside; the kernel hands out free ones above them. */
const start = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output.text += chunk))
  // Its exit may be told before its last words are.
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output, ended }
}
const running = (output: { text: string }) =>
  // Its last line: what is printed arrives in parts.
  until(() => output.text.includes('Ctrl-C stops it'), 60_000)

describe('a data directory from its first start on', { shuffle: false }, () => {
  test('a port that is taken is named, with a way out', async () => {
    const blocker = createServer().listen(0, 'localhost')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { output, ended } = start({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(output.text).toMatch(new RegExp(`Port ${port} is taken.*PORT=${port + 1} npm start`, 's'))
    expect(output.text).not.toMatch(/at .*\.ts:\d+/)
    blocker.close()
  })

  test('the first start that succeeds prints where to look and a staff login that works; the second prints none', async () => {
    const PORT = String(await freePort())
    const first = start({ PORT })
    await running(first.output)
    expect(first.output.text).toContain(`http://localhost:${PORT}/admin`)
    const [, username, password] = /username\s+(\S+)\s+password\s+(\S+)/.exec(first.output.text) ?? []
    const answer = await fetch(`http://localhost:${PORT}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    expect(answer.status).toBe(200)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)

    const second = start({ PORT })
    await running(second.output)
    expect(second.output.text).not.toContain('password')
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test('a data directory that another process uses is named, and its owner goes on', async () => {
    const owner = start({ PORT: String(await freePort()) })
    await running(owner.output)
    const second = start({ PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output.text).toMatch(new RegExp(`${dataDir}.* is in use by another process`))
    expect(owner.child.exitCode).toBeNull()
    owner.child.kill('SIGINT')
    expect(await owner.ended).toBe(0)
  })
})
