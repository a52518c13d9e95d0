/** Arguments that backup and restore reject before they copy. `backup.long.test.ts` covers both commands. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const cleanUp = cleanUpAfter('each')

let folder: string
let backup: string
let DATA_DIR: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firsttouch-refused-'))
  cleanUp.push(() => rm(folder, { recursive: true }))
  backup = join(folder, 'backup')
  DATA_DIR = join(folder, 'data')
  await mkdir(DATA_DIR)
})

/** Writes a file of a backup or an installation. */
const put = async (path: string, text: string) => {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), text)
}
const putBackup = async (about: object) => {
  await put('backup/postgres/PG_VERSION', '18\n')
  await put('backup/backup.json', JSON.stringify({ format: 2, madeAt: 'noon', postgres: '18', ...about }))
}
const restored = (env: Record<string, string> = {}) => restore(readEnv({ DATA_DIR, ...env }), backup)

test('backup and restore refuse stores on servers', async () => {
  const DATABASE_URL = 'postgres://a:long-enough-to-be-a-secret-9@127.0.0.1/x'
  const refusal = 'PostgreSQL (DATABASE_URL) is not embedded'
  await expect(backUp(readEnv({ DATA_DIR, DATABASE_URL }), backup)).rejects.toThrow(refusal)
  await putBackup({})
  await expect(restored({ DATABASE_URL })).rejects.toThrow(refusal)
  await expect(restored({ LOG_URL: 'kafka://127.0.0.1/topic' })).rejects.toThrow('the log (LOG_URL) is not')
})

test('a backup goes into a new directory', async () => {
  await put('backup/of-last-month', '')
  await expect(backUp(readEnv({ DATA_DIR }), backup)).rejects.toThrow(`${backup} is not empty`)
})

test('a directory without an installation is not backed up and not created', async () => {
  await expect(backUp(readEnv({ DATA_DIR }), backup)).rejects.toThrow(`There is no Firsttouch in ${DATA_DIR}`)
  expect(await readdir(DATA_DIR)).toEqual([])
})

test('a restore accepts only a whole backup of this release and a directory with at most receipts', async () => {
  await expect(restored()).rejects.toThrow('is not a backup, or not a whole one')
  for (const other of [{ format: 1 }, { format: 3 }, { postgres: '17' }]) {
    await putBackup(other)
    await expect(restored()).rejects.toThrow('was made by another release')
  }
  await putBackup({})
  await put('data/clickhouse/x', '')
  await expect(restored()).rejects.toThrow(/data holds clickhouse: stop Firsttouch/)
  await rm(join(DATA_DIR, 'clickhouse'), { recursive: true })
  await put('data/erasures/here.json', 'of here')
  await put('backup/erasures/there.json', 'of there')
  expect(await restored()).toMatchObject({ madeAt: 'noon' })
})
