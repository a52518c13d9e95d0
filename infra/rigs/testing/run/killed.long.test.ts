import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../clean-up.ts'
import { until } from '../until.ts'
import { processesIn } from './processes-in.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const BOTH_LOGS = ['infra/log/postgres/contract.test.ts', 'infra/log/kafka/kafka.test.ts']
const cleanUp = cleanUpAfter('each')

/** A run of both logs' tests, with PostgreSQL and Kafka, in a temporary directory of its own. */
const startRun = (TMPDIR: string, ...more: string[]) => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const child = spawn(join(ROOT, 'node_modules/.bin/vitest'), ['run', '--project', 'short', ...more], {
    cwd: ROOT,
    env: { ...env, TMPDIR },
    stdio: 'ignore',
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  return child
}

const has = async (place: string, pattern: string): Promise<boolean> => {
  for await (const _file of glob(pattern, { cwd: place })) return true
  return false
}

test.each([
  ['its folder is made', 'firsttouch-run-*'],
  ['PostgreSQL has started', 'firsttouch-run-*/firsttouch-test-*/postgres/postmaster.pid'],
  ['Kafka has started', 'firsttouch-run-*/firsttouch-kafka-*/broker.log'],
])('of a run that is killed when %s the next run leaves no file and no process', async (_when, sign) => {
  const place = await mkdtemp(join(tmpdir(), 'firsttouch-place-'))
  // PostgreSQL runs as another user where we are root, and has to pass through.
  await chmod(place, 0o711)
  const killed = startRun(place, ...BOTH_LOGS, '-t', 'carries large values')
  await until(async () => killed.exitCode !== null || (await has(place, sign)), 60_000)
  expect(killed.exitCode, 'it ended before that').toBeNull()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await readdir(place)).not.toEqual([])

  const next = startRun(place, 'infra/platform/network.test.ts')
  expect(await once(next, 'exit')).toEqual([0, null])
  expect(await readdir(place)).toEqual([])
  // What was killed is gone in a moment.
  await until(async () => (await processesIn(place)).length === 0, 20_000)
})
