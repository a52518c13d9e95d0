import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('analysts at their most leave threads for passwords, files and our own queries', async () => {
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(
    'node',
    [join(import.meta.dirname, '..', 'rigs', 'testing', 'analysts', 'analysts-at-work.ts')],
    { env },
  )
  const ended: string[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(ended.slice(0, 3).sort()).toEqual(['file', 'password', 'query'])
  expect(ended.slice(3)).toEqual(Array(4).fill('analyst'))
}, 120_000)
