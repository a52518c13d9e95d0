import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as moment } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firsttouch-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a later caller starts when the earlier one is done, and no file remains', async () => {
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await moment()
    said.push(`${name} ends`)
  }
  const lock = join(folder, 'lock')
  await Promise.all(['a', 'b', 'c'].map(name => oneAtATime(lock, work(name))))
  expect(said.map(line => line.slice(2))).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends'])
  expect(await readdir(folder)).toEqual([])
})

test('failed work releases the lock', async () => {
  const lock = join(folder, 'lock')
  await expect(oneAtATime(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await oneAtATime(lock, async () => undefined)
})

test('the lock of a dead process blocks no caller', async () => {
  const lock = join(folder, 'lock')
  await writeFile(lock, String(spawnSync(process.execPath, ['--version']).pid))
  let done = false
  await oneAtATime(lock, async () => {
    done = true
  })
  expect(done).toBe(true)
})

test('an incomplete lock file is ignored after a second', async () => {
  const lock = join(folder, 'lock')
  await writeFile(lock, '')
  let done = false
  await oneAtATime(lock, async () => {
    done = true
  })
  expect(done).toBe(true)
})

test('a caller that waited too long gets an error that names the holder', async () => {
  const lock = join(folder, 'lock')
  await writeFile(lock, String(process.pid))
  await expect(oneAtATime(lock, async () => undefined, 50)).rejects.toThrow(`Another process holds ${lock}.`)
})

test('a missing folder is an error instead of a wait', async () => {
  await expect(oneAtATime(join(folder, 'none', 'lock'), async () => undefined)).rejects.toThrow('ENOENT')
})
