/** Every program that opens a data directory rejects one of version 0.1. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentsOf } from '../../rigs/testing/directory-contents.ts'
import { copyPostgresTemplate } from '../../rigs/testing/postgres/template.ts'
import { ROOT } from '../../rigs/testing/run/commands.ts'
import { VERSION_FILE } from '../../stores/data-dir.ts'

let DATA_DIR: string
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'firsttouch-past-'))
  await copyPostgresTemplate(DATA_DIR)
  await rm(join(DATA_DIR, VERSION_FILE))
})
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }))

test.each([
  ['infra/app/main.ts'],
  ['api/main.ts'],
  ['projector/main.ts'],
  ['infra/app/seed/seed.ts'],
  ['api/auth/staff-command.ts', 'list'],
  ['infra/app/commands/migrate.ts', '--embedded'],
  ['infra/app/commands/backup.ts', join(tmpdir(), 'firsttouch-no-backup')],
  ['infra/app/commands/dead-letters.ts', 'list'],
  ['infra/app/commands/erase.ts', '--email', 'ada@example.com'],
  ['infra/app/commands/export-person.ts', '--email', 'ada@example.com'],
  ['infra/app/commands/rebuild.ts'],
])('%s refuses a data directory of 0.1 and leaves it unchanged', async (...words) => {
  const before = await contentsOf(DATA_DIR)
  const { code, stderr } = await promisify(execFile)(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR },
    timeout: 60_000,
  }).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  )
  expect([code, stderr.trim()]).toEqual([
    expect.any(Number),
    `${DATA_DIR} holds data of version 0.1, which was never released and cannot be upgraded: set DATA_DIR to a new directory.`,
  ])
  expect(code).not.toBe(0)
  expect(await contentsOf(DATA_DIR)).toEqual(before)
})
