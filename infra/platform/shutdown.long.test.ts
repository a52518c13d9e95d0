import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a process ends in time even if a query to the engine does not', async () => {
  const script = join(import.meta.dirname, '..', 'rigs', 'testing', 'analysts', 'stuck-analyst.ts')
  const TMPDIR = await mkdtemp(join(tmpdir(), 'firsttouch-stuck-'))
  const child = spawn('node', [script], { stdio: 'inherit', env: { ...process.env, TMPDIR } })
  const tooLong = setTimeout(() => child.kill('SIGQUIT'), 100_000)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(tooLong)
  await rm(TMPDIR, { recursive: true, force: true })
  expect([code, signal]).toEqual([1, null])
}, 120_000)
