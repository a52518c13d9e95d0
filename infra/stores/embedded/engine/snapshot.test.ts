import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../../rigs/testing/clean-up.ts'
import { openClickHouse } from '../../clickhouse.ts'
import { takeSnapshot } from './snapshot.ts'

const cleanUp = cleanUpAfter('each')

const open = async (dataDir: string) => {
  const opened = await openClickHouse({ dataDir })
  cleanUp.push(opened.close)
  return opened.client()
}
const rows = async (client: ClickHouseClient, query: string): Promise<unknown> =>
  (await client.query({ query, format: 'JSONCompactEachRow' })).json()

test('a snapshot holds all tables, including empty ones, even if an earlier snapshot was killed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-snapshot-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  const owner = await open(dataDir)
  await owner.command({ query: 'CREATE DATABASE figures' })
  for (const name of ['full', 'empty'])
    await owner.command({ query: `CREATE TABLE figures.${name} (n UInt8) ENGINE = MergeTree ORDER BY n` })
  await owner.command({ query: 'CREATE VIEW figures.shown AS SELECT n FROM figures.full' })
  await owner.command({ query: 'INSERT INTO figures.full VALUES (1)' })
  const target = join(dataDir, 'copy')
  await takeSnapshot(owner, dataDir, target, ['figures'])
  // A process killed during a freeze leaves this file empty.
  await writeFile(join(dataDir, 'clickhouse/shadow/increment.txt'), '')
  await takeSnapshot(owner, dataDir, target, ['figures'])
  await owner.command({ query: 'INSERT INTO figures.full VALUES (2)' })
  await owner.command({ query: 'OPTIMIZE TABLE figures.full FINAL' })
  const copy = await open(target)
  expect(await rows(copy, 'SELECT n FROM figures.shown')).toEqual([[1]])
  expect(await rows(copy, 'SELECT count() FROM figures.empty')).toEqual([[0]])
  expect(await rows(owner, 'SELECT count() FROM figures.shown')).toEqual([[2]])
})

test('a snapshot holds the tables of the chosen databases only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-snapshot-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  const owner = await open(dataDir)
  for (const database of ['figures', 'others']) {
    await owner.command({ query: `CREATE DATABASE ${database}` })
    await owner.command({ query: `CREATE TABLE ${database}.held (n UInt8) ENGINE = MergeTree ORDER BY n` })
    await owner.command({ query: `INSERT INTO ${database}.held VALUES (1)` })
  }
  const target = join(dataDir, 'copy')
  await takeSnapshot(owner, dataDir, target, ['figures'])
  const isCopied = async (database: string) => {
    const query = `SELECT data_paths[1] FROM system.tables WHERE database = '${database}'`
    const [[path = ''] = []] = (await rows(owner, query)) as string[][]
    return existsSync(path.replace(dataDir, target))
  }
  expect([await isCopied('figures'), await isCopied('others')]).toEqual([true, false])
})
