import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { expect, test } from 'vitest'
import { followSettings, settingsIn } from './settings.ts'

test('ingest polls the networks in the settings, and uses the last ones while PostgreSQL is unavailable', async () => {
  const { sql } = await openTestPostgres()
  const settings = settingsIn(sql)
  const errors: unknown[] = []
  const state = { isDown: false, reads: 0 }
  const read = async () => {
    state.reads++
    if (state.isDown) throw new Error('PostgreSQL is away')
    return settings.read()
  }
  const followed = followSettings({ read }, error => errors.push(error), 5)
  expect(followed.isInternal('203.0.113.9')).toBe(false)
  await sql`INSERT INTO settings (name, value, updated_at) VALUES ('internal_networks', '203.0.113.0/24', now())`
  await until(() => followed.isInternal('203.0.113.9'), 2_000)
  state.isDown = true
  const before = state.reads
  await until(() => state.reads > before + 3, 2_000)
  expect([followed.isInternal('203.0.113.9'), errors.length]).toEqual([true, 1])
  await followed.close()
})
