import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../../platform/is-alive.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { until } from '../until.ts'
import { processesIn } from './processes-in.ts'

const cleanUp = cleanUpAfter('each')

/** A run that has left a file in its temporary directory; it ends when it is told to. */
const startRun = async (TMPDIR: string): Promise<ChildProcess> => {
  const script = `
    const { setup, teardown } = await import(${JSON.stringify(join(import.meta.dirname, 'folder.ts'))})
    const { mkdtemp } = await import('node:fs/promises')
    const { tmpdir } = await import('node:os')
    await setup()
    await mkdtemp(tmpdir() + '/left-behind-')
    const { spawn } = await import('node:child_process')
    spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref()
    process.once('message', async () => { await teardown(); process.disconnect() })
    process.send('left')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
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
  for (const { pid } of sleeping) process.kill(pid)

  for (const child of [run, other]) {
    const ended = once(child, 'exit')
    child.send('end')
    expect(await ended).toEqual([0, null])
  }
  expect(await readdir(place)).toEqual([])
})
