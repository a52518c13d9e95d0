import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../testing/clean-up.ts'

const cleanUp = cleanUpAfter('each')

const RUNS = ['runtime', 'runtime', 'static', 'runtime']

const COUNTER = { file: './counter.ts', text: 'export const counter = { runs: 0 }' }

const TEST = `
import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { counter } from '${COUNTER.file}'
test('notes where it runs', () => {
  counter.runs += 1
  appendFileSync(process.env.NOTES, process.pid + ' ' + counter.runs + '\\n')
  expect(process.env.VITEST).toBe('true')
})`

/** As Stryker does it: vitest is opened once, and started for each mutant. */
const SCRIPT = `
const { createVitest } = await import('vitest/node')
const { keepsProcess } = await import(process.env.HERE + '/kept-process.ts')
const vitest = await createVitest('test', {
  config: false, root: process.env.PLACE, watch: false, reporters: [], maxWorkers: 1, isolate: false,
  fsModuleCache: false, setupFiles: [process.env.HERE + '/fresh-modules.ts'],
}, { plugins: [keepsProcess], cacheDir: process.env.PLACE + '/.vite' })
for (const mutantActivation of ${JSON.stringify(RUNS)}) {
  vitest.provide('mutantActivation', mutantActivation)
  vitest.state.filesMap.clear()
  await vitest.start()
}
await vitest.close()`

test('runs share a process and no module, but for a static mutant, which has a process of its own', async () => {
  const PLACE = await mkdtemp(join(tmpdir(), 'firsttouch-kept-'))
  cleanUp.push(() => rm(PLACE, { recursive: true, force: true }))
  await writeFile(join(PLACE, COUNTER.file), COUNTER.text)
  await writeFile(join(PLACE, 'a.test.ts'), TEST)
  const NOTES = join(PLACE, 'notes')
  const env = { ...process.env, HERE: import.meta.dirname, PLACE, NOTES }
  const cwd = join(import.meta.dirname, '..', '..', '..')
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], { cwd, env })

  const notes = (await readFile(NOTES, 'utf8')).trim().split('\n')
  const pids = notes.map(note => note.split(' ')[0])
  expect(notes.map(note => note.split(' ')[1])).toEqual(RUNS.map(() => '1'))
  expect(pids[1]).toBe(pids[0])
  expect(new Set(pids).size).toBe(3)
})
