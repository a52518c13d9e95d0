/** Conditions that `move` rejects before it reads anything. `rigs/system/move.long.test.ts` covers a move. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { serversOf } from './move.ts'

const cleanUp = cleanUpAfter('each')
const SERVERS = {
  DATABASE_URL: 'postgres://a:long-enough-to-be-a-secret-9@127.0.0.1/x',
  CLICKHOUSE_URL: 'http://a:long-enough-to-be-a-secret-9@127.0.0.1:8123',
}

test('a move needs both servers, a log on the servers or in Kafka, and data to move', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'firsttouch-move-'))
  cleanUp.push(() => rm(DATA_DIR, { recursive: true }))
  const asked = (env: Record<string, string>) => serversOf(readEnv({ DATA_DIR, ...env }))
  const { DATABASE_URL, CLICKHOUSE_URL } = SERVERS
  await expect(asked({ DATABASE_URL })).rejects.toThrow('Name the target servers')
  await expect(asked({ CLICKHOUSE_URL })).rejects.toThrow('Name the target servers')
  await expect(asked({ ...SERVERS, LOG_URL: `${DATABASE_URL}y` })).rejects.toThrow('LOG_URL must name Kafka')
  await expect(asked(SERVERS)).rejects.toThrow(`${DATA_DIR} holds no installation`)
  await mkdir(join(DATA_DIR, 'postgres'))
  for (const LOG_URL of ['', DATABASE_URL, 'kafka://127.0.0.1/topic'])
    expect(await asked({ ...SERVERS, LOG_URL })).toMatchObject(SERVERS)
})

test('unreadable data are not reported as absent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-move-'))
  cleanUp.push(() => rm(folder, { recursive: true }))
  const DATA_DIR = join(folder, 'data')
  // A symlink to itself fails for root too, who has every permission.
  await symlink(DATA_DIR, DATA_DIR)
  await expect(serversOf(readEnv({ DATA_DIR, ...SERVERS }))).rejects.toThrow('ELOOP')
})
