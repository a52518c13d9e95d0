import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStores } from '../open-stores.ts'
import { readEnv } from '../platform/env.ts'
import { cleanUpAfter } from '../rigs/testing/clean-up.ts'
import { contentsOf } from '../rigs/testing/directory-contents.ts'
import { copyPostgresTemplate } from '../rigs/testing/postgres/template.ts'
import { makeDataDir, VERSION_FILE } from './data-dir.ts'
import { withPostgresFromEnv } from './postgres-from-env.ts'

const cleanUp = cleanUpAfter('each')

const temporaryDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-data-'))
  cleanUp.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

test.each([
  ['a file', 'file'],
  ['below a file', 'file/data'],
  ['below a file and folders that are not there', 'file/a/b'],
])('a DATA_DIR that is %s is refused with a sentence that names it', async (_what, path) => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'file'), '')
  await expect(makeDataDir(join(directory, path))).rejects.toThrow(
    /^DATA_DIR cannot be used: E(EXIST|NOTDIR): .*\/file.*\. Set DATA_DIR to a directory that this user may write to\.$/,
  )
})

test('a read-only DATA_DIR is refused with the same sentence', async () => {
  await expect(makeDataDir('/proc/firsttouch')).rejects.toThrow(
    /^DATA_DIR cannot be used: .*\/proc\/firsttouch.*\. Set DATA_DIR/,
  )
  await expect(makeDataDir('/proc')).rejects.toThrow(/^DATA_DIR cannot be used: .*\/proc.*\. Set DATA_DIR/)
})

test('a new DATA_DIR is accessible to its owner alone, and an existing one is unchanged', async () => {
  const directory = await temporaryDirectory()
  await makeDataDir(join(directory, 'a', 'data'))
  expect((await stat(join(directory, 'a', 'data'))).mode & 0o777).toBe(0o700)
  await mkdir(join(directory, 'open'), { mode: 0o755 })
  await makeDataDir(join(directory, 'open'))
  expect((await stat(join(directory, 'open'))).mode & 0o777).toBe(0o755)
})

test('a new DATA_DIR names its version before it has a store', async () => {
  const directory = join(await temporaryDirectory(), 'data')
  await makeDataDir(directory)
  expect(await readdir(directory)).toEqual([VERSION_FILE])
  expect(await readFile(join(directory, VERSION_FILE), 'utf8')).toBe('1\n')
})

test.each(['', '1'])('a version file that a power cut left as %j is written again', async left => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, VERSION_FILE), left)
  await makeDataDir(directory)
  expect(await readFile(join(directory, VERSION_FILE), 'utf8')).toBe('1\n')
})

const REFUSED =
  /^\S+ holds data of version 0\.1, which was never released and cannot be upgraded: set DATA_DIR to a new directory\.$/

test.each(['postgres', 'clickhouse'])('a DATA_DIR of 0.1 that holds only %s is refused', async store => {
  const directory = await temporaryDirectory()
  await mkdir(join(directory, store))
  await expect(makeDataDir(directory)).rejects.toThrow(REFUSED)
  expect(await readdir(directory)).toEqual([store])
})

test('a DATA_DIR of 0.1 is refused and stays byte for byte the same', async () => {
  const DATA_DIR = await temporaryDirectory()
  await copyPostgresTemplate(DATA_DIR)
  await rm(join(DATA_DIR, VERSION_FILE))
  const before = await contentsOf(DATA_DIR)
  await expect(openStores(readEnv({ DATA_DIR }))).rejects.toThrow(REFUSED)
  await expect(withPostgresFromEnv({ DATA_DIR }, async () => undefined)).rejects.toThrow(REFUSED)
  expect(await contentsOf(DATA_DIR)).toEqual(before)
})
