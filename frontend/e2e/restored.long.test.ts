/** Whoever looks at the dashboard while a restored installation makes its figures anew is told so, until they are whole. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '@firsttouch/infra/app/commands/backup'
import { restore } from '@firsttouch/infra/app/commands/restore'
import { readEnv } from '@firsttouch/infra/platform/env'
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Postgres } from '@firsttouch/infra/stores/postgres'
import { openPostgresOf } from '@firsttouch/infra/stores/postgres-from-env'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chromiumPath, sharedBrowser } from './browser.ts'
import { logIn, openDashboard } from './staff-browser.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })
const VISITS = 30

describe.skipIf(!chromiumPath)('a restored installation', () => {
  let place: string
  let system: TestSystem
  let records: Postgres
  const dirOf = (name: string) => join(place, name)
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'firsttouch-restored-'))
    // PostgreSQL's own account has to pass where tests run as root.
    await chmod(place, 0o711)
    const before = await startTestSystem({ dataDir: dirOf('before') })
    const events = Array.from({ length: VISITS }, (_, n) => ({
      ...{ type: 'visit', id: v7(), sessionId: `utm_${Date.now()}_${n}`, pagePath: '/' },
    }))
    expect((await before.post('/api/analytics/batch', { events })).status).toBe(202)
    const log = await openPostgresOf(before.stores)
    // The log took them two hours ago, as far as it knows.
    await log.sql`UPDATE log_batches SET appended_at = appended_at - interval '2 hours'`
    await log.close()
    await backUp(readEnv(before.stores), dirOf('backup'))
    await before.close()
    await mkdir(dirOf('after'))
    await restore(readEnv({ DATA_DIR: dirOf('after') }), dirOf('backup'))
  })
  afterAll(async () => {
    await system?.close()
    await records?.close()
    await rm(place, { recursive: true, force: true })
  })

  test('says above its figures that they are being counted and how old they are, until they are whole', async () => {
    records = await openPostgresOf({ DATA_DIR: dirOf('after') })
    const group = groupOf(databaseOf(1))
    // While another process holds the lease, none of the log is counted.
    const { sql } = records
    await sql`
      INSERT INTO projector_leases VALUES (${group}, 'a test', 1, now() + interval '1 hour')
      ON CONFLICT (consumer_group) DO UPDATE SET epoch = projector_leases.epoch + 1, expires_at = EXCLUDED.expires_at`
    system = await startTestSystem({
      dataDir: dirOf('after'),
      site: true,
      env: { DATABASE_URL: records.url },
    })
    const dashboard = await openDashboard(await sharedBrowser())
    await logIn(dashboard, system.url)
    await dashboard.page.getByText('being counted: figures are 2 h old').waitFor({ timeout: 60_000 })
    await sql`UPDATE projector_leases SET expires_at = now() - interval '1 second'`
    await dashboard.page.getByText('being counted').waitFor({ state: 'detached', timeout: 120_000 })
    await until(
      async () => (await system.get<{ totalVisits: number }>('/api/admin/analytics')).totalVisits === VISITS,
      30_000,
    )
  })
})
