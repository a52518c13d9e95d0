import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../rigs/testing/clean-up.ts'

const cleanUp = cleanUpAfter('each')
const SCRIPT = join(import.meta.dirname, '..', 'rigs', 'testing', 'busy-thread.ts')

test.each([
  ['closes', 0],
  ['fails', 1],
])('a process that %s ends with %i and its last output, even with a busy thread', async (how, code) => {
  const child = spawn(process.execPath, [SCRIPT, how], { stdio: ['ignore', 'pipe', 'ignore'] })
  cleanUp.push(() => child.kill('SIGKILL'))
  const said = text(child.stdout)
  expect(await once(child, 'exit')).toEqual([code, null])
  expect(await said).toBe('last words\n')
})
