import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../../platform/is-alive.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { until } from '../until.ts'
import { processesIn } from './processes-in.ts'

const cleanUp = cleanUpAfter('each')

type Run = ChildProcess & { folder: string }

/** A run that has left a file in its temporary directory; it ends when it is told to. */
const startRun = async (TMPDIR: string | undefined, form = 'long'): Promise<Run> => {
  const script = `
    const { setup, teardown } = await import(${JSON.stringify(join(import.meta.dirname, 'folder.ts'))})
    const { mkdtemp } = await import('node:fs/promises')
    const { tmpdir } = await import('node:os')
    await setup({ vitest: { projects: [{ name: ${JSON.stringify(form)} }] } })
    await mkdtemp(tmpdir() + '/left-behind-')
    const { spawn } = await import('node:child_process')
    spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref()
    process.once('message', async () => { await teardown(); process.disconnect() })
    process.send(tmpdir())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  const [folder] = await once(child, 'message')
  return Object.assign(child, { folder })
}

const end = async (run: Run): Promise<void> => {
  for (const { pid, command } of await processesIn(run.folder))
    if (command.startsWith('sleep')) process.kill(pid)
  const ended = once(run, 'exit')
  run.send('end')
  expect(await ended).toEqual([0, null])
}

test('a run leaves nothing in the temporary directory, and takes with it what a killed one left, but not what another one uses', async () => {
  const place = await mkdtemp(join(tmpdir(), 'firsttouch-place-'))
  const killed = await startRun(place)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await readdir(place)).toHaveLength(1)
  const left = (await processesIn(place)).filter(({ command }) => command.startsWith('sleep'))
  expect(left).toHaveLength(1)

  const other = await startRun(place)
  const run = await startRun(place)
  const pids = (await readdir(place)).map(name => Number(/^firsttouch-run-(\d+)-/.exec(name)?.[1]))
  expect(new Set(pids)).toEqual(new Set([other.pid, run.pid]))
  await until(() => !isAlive(left[0]?.pid ?? 0), 10_000)
  const sleeping = (await processesIn(place)).filter(({ command }) => command.startsWith('sleep'))
  expect(sleeping).toHaveLength(2)
  for (const one of [run, other]) await end(one)
  expect(await readdir(place)).toEqual([])
})

test.skipIf(!existsSync('/dev/shm'))(
  'the short form has its folder in memory, the others and who names a place have not; what is left there goes as well',
  async () => {
    const place = await mkdtemp(join(tmpdir(), 'firsttouch-place-'))
    const short = await startRun(undefined, 'short')
    const { bavail, bsize } = await statfs('/dev/shm')
    const isRoomy = Math.min(bavail * bsize, process.availableMemory() / 4) > 2 * 1024 ** 3
    expect(short.folder.startsWith('/dev/shm/')).toBe(isRoomy)
    const named = await startRun(place, 'short')
    expect(named.folder.startsWith(place)).toBe(true)
    const long = await startRun(undefined)
    expect(long.folder).not.toContain('/dev/shm')

    short.kill('SIGKILL')
    await once(short, 'exit')
    const next = await startRun(place)
    expect(existsSync(short.folder)).toBe(false)
    for (const run of [named, long, next]) await end(run)
  },
)
