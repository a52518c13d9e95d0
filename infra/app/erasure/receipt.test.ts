import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { type Receipt, readReceipts, saveReceipt } from './receipt.ts'

const cleanUp = cleanUpAfter('each')
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-receipts-'))
  cleanUp.push(() => rm(dataDir, { recursive: true }))
})

const receiptOf = (erased: Receipt['erased']): Receipt => ({
  id: v7(),
  mark: {
    salt: 'salt',
    emailHash: null,
    sessionHashes: [],
    recordsOfSessions: false,
    until: '2026-03-01T12:00:00.000Z',
  },
  sessions: [{ hash: 'a'.repeat(64), alias: 'erased_1' }],
  erased,
})

test('receipts are readable by their owner alone and read back as saved, and other files next to them are ignored', async () => {
  expect(await readReceipts(dataDir)).toEqual([])
  const [one, two] = [receiptOf({ leads: 1 }), receiptOf({ leads: 2 })]
  const path = await saveReceipt(dataDir, one)
  await saveReceipt(dataDir, two)
  await writeFile(`${path}~`, 'left by an editor')
  await mkdir(join(dataDir, 'erasures', 'lost+found'))
  const read = await readReceipts(dataDir)
  expect(read.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([one, two])
  const modes = await Promise.all(
    [path, join(dataDir, 'erasures')].map(async at => (await stat(at)).mode & 0o777),
  )
  expect(modes).toEqual([0o600, 0o700])
})

test('a damaged receipt is an error', async () => {
  const path = await saveReceipt(dataDir, receiptOf({}))
  await writeFile(path, '{}')
  await expect(readReceipts(dataDir)).rejects.toThrow()
})
