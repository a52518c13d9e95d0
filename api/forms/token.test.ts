import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { expect, test } from 'vitest'
import { FASTEST_MS, issueToken, judgeToken, SLOWEST_MS } from './token.ts'

test('two concurrent callers create one secret, which differs from all other settings', async () => {
  const { sql } = await openTestPostgres()
  for (const name of ['a_setting', 'z_setting'])
    await sql`INSERT INTO settings (name, value, updated_at) VALUES (${name}, ${btoa(name)}, now())`
  const isWaiting = async () =>
    (await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      .length > 0
  let second: Promise<Buffer> | undefined
  const first = await inTransaction(sql, async tx => {
    const made = await loadSecret(tx)
    second = loadSecret(sql)
    second.catch(() => undefined)
    await until(isWaiting, 5_000)
    return made
  })
  expect(first).toHaveLength(32)
  expect(await second).toEqual(first)
  expect(await loadSecret(sql)).toEqual(first)
})

test.each([
  [FASTEST_MS - 1, 'too_fast'],
  [FASTEST_MS, ''],
  [SLOWEST_MS, ''],
  [SLOWEST_MS + 1, 'expired_token'],
])('a form that comes back after %i ms is judged %j', (ms, reason) => {
  const secret = Buffer.alloc(32, 1)
  const shown = new Date('2026-03-01T12:00:00.000Z')
  const token = issueToken(secret, shown)
  expect(judgeToken(secret, token, new Date(shown.getTime() + ms))).toEqual({
    reason,
    nonce: token.split('.')[1],
  })
})
