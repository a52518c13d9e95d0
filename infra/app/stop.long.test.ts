/**
 * `npm start` ends completely, whichever process gets the signal. No child survives, and port and data directory are free: the
 * next test starts in the same directory.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../platform/free-port.ts'
import { isAlive } from '../platform/is-alive.ts'
import { ROOT } from '../rigs/testing/run/commands.ts'
import { until } from '../rigs/testing/until.ts'
import { buildSiteIfNeeded } from './site/build.ts'
import { runningUrl } from './start.ts'

const ENDS_WITHIN_MS = 15_000

let dataDir: string
beforeAll(async () => {
  await buildSiteIfNeeded()
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-stop-'))
})
afterEach(async () => {
  const left = await pidOf().catch(() => 0)
  if (left) process.kill(left, 'SIGKILL')
})
afterAll(async () => {
  await rm(`${dataDir}.pid`, { force: true })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

const pidOf = async () => Number((await readFile(join(dataDir, 'address'), 'utf8')).split(' ')[1])

const start = async (command: string, args: string[]) => {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) }
  const child = spawn(command, args, { cwd: ROOT, env, stdio: 'ignore', detached: true })
  await until(async () => (await runningUrl(of())) !== undefined, 120_000)
  return { child, pid: await pidOf() }
}
const of = () => ({ DATA_DIR: dataDir, HOST: 'localhost', PORT: 0, CLICKHOUSE_URL: undefined })

const everythingEnds = async (pid: number) => {
  await until(async () => {
    const postgres = await stat(join(dataDir, 'postgres', 'postmaster.pid')).catch(() => null)
    return !isAlive(pid) && postgres === null
  }, ENDS_WITHIN_MS)
  expect(await runningUrl(of())).toBeUndefined()
}

test.each<[string, (child: ChildProcess, pid: number) => void]>([
  ['SIGTERM to npm', child => child.kill('SIGTERM')],
  ['SIGINT to npm', child => child.kill('SIGINT')],
  ['SIGTERM to the process itself', (_child, pid) => process.kill(pid, 'SIGTERM')],
  ['SIGKILL to npm, which can pass nothing on', child => child.kill('SIGKILL')],
  ['SIGTERM to the process group', child => process.kill(-Number(child.pid), 'SIGTERM')],
])('%s ends everything', async (_what, end) => {
  const { child, pid } = await start('npm', ['start'])
  end(child, pid)
  await everythingEnds(pid)
})

/** Each case links a report of a server that survived as an orphan. */
test.each<[source: string, what: string, command: string, end: (shell: ChildProcess, pid: number) => void]>([
  [
    'https://github.com/anomalyco/opencode/pull/26259',
    'SIGHUP to npm',
    'exec npm start',
    child => child.kill('SIGHUP'),
  ],
  [
    'https://github.com/open-cli-tools/concurrently/issues/193',
    'a closed terminal, which sends SIGHUP to the process group,',
    'npm start; true',
    child => process.kill(-Number(child.pid), 'SIGHUP'),
  ],
  [
    'https://github.com/npm/npm/issues/4603',
    'Ctrl-C, which npm passes on to a process that has it already,',
    'npm start; true',
    child => process.kill(-Number(child.pid), 'SIGINT'),
  ],
  [
    'https://github.com/npm/npm/issues/8162',
    'supervisord, which ends the program that it started,',
    'exec npm run start',
    child => child.kill('SIGTERM'),
  ],
  [
    'https://github.com/pingdotgg/t3code/issues/2614',
    'SIGTERM to the number that a script noted of a start in the background',
    'nohup npm start >/dev/null 2>&1 & echo $! >"$DATA_DIR.pid"; wait',
    () => process.kill(Number(readFileSync(`${dataDir}.pid`, 'utf8')), 'SIGTERM'),
  ],
])('%s: %s ends everything', async (_source, _what, command, end) => {
  const { child, pid } = await start('sh', ['-c', command])
  end(child, pid)
  await everythingEnds(pid)
})

test('a start in the background outlives its shell', async () => {
  const { child, pid } = await start('sh', ['-c', 'nohup npm start >/dev/null 2>&1 & sleep 600'])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await new Promise(resolve => setTimeout(resolve, 3_000))
  expect(isAlive(pid)).toBe(true)
  process.kill(pid, 'SIGTERM')
  await everythingEnds(pid)
})

test('a start without npm outlives its parent', async () => {
  const { child, pid } = await start('sh', ['-c', 'node infra/app/main.ts & sleep 600'])
  child.kill('SIGKILL')
  await once(child, 'exit')
  await new Promise(resolve => setTimeout(resolve, 3_000))
  expect(isAlive(pid)).toBe(true)
  process.kill(pid, 'SIGTERM')
  await everythingEnds(pid)
})
