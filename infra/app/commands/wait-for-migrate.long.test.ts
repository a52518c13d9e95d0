import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { openProcesses } from '../../rigs/testing/processes.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'

const cleanUp = cleanUpAfter('each')

test('a waiting process ends after the migration and not before, even if a store comes late', async () => {
  const { url } = await openTestPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-wait-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const processes = openProcesses({
    DATABASE_URL: url,
    CLICKHOUSE_URL: `http://owner:token@127.0.0.1:${port}`,
  })
  cleanUp.push(processes.close)
  const migrate = (...words: string[]) => processes.launch('infra/app/commands/migrate.ts', words, {})
  const waiting = migrate('--wait')
  await processes.startClickHouse(dataDir, port, 'token')
  expect(waiting.exitCode).toBeNull()
  const migrating = migrate()
  await until(() => migrating.exitCode !== null && waiting.exitCode !== null, 60_000)
  expect([migrating.exitCode, waiting.exitCode]).toEqual([0, 0])
})

test('waiting for embedded stores is refused, as no other process can migrate them', async () => {
  const processes = openProcesses({})
  cleanUp.push(processes.close)
  const waiting = processes.launch('infra/app/commands/migrate.ts', ['--wait'], {
    DATABASE_URL: '',
    CLICKHOUSE_URL: '',
  })
  await until(() => waiting.exitCode !== null, 30_000)
  expect(waiting.exitCode).toBe(1)
})
