/** Answers of the dashboard's routes while PostgreSQL ends connections. */
import { openPostgres } from '@firsttouch/infra/stores/postgres'
import { expect, test } from 'vitest'
import { openStaffApi } from './testing/api.ts'

const CALLS = ['session', 'analytics', 'pipeline', 'leads', 'campaigns', 'team', 'spend', 'ab-testing-stats']

test('while PostgreSQL ends every connection, each call gets its answer or a 503 with Retry-After', async () => {
  const api = await openStaffApi()
  const { host, port, user, pass, database } = api.sql.options
  const url = `postgres://${user}:${pass}@${host[0]}:${port[0]}/${database}`
  const other = await openPostgres({ url, dataDir: '' })
  const answers = new Set<string>()
  const working = { over: false }
  const end = async () => {
    while (!working.over)
      await other.sql.begin(
        sql => sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
  }
  const ask = async () => {
    try {
      for (let round = 0; round < 10; round++)
        for (const { statusCode, headers } of await Promise.all(CALLS.map(path => api.call('GET', path))))
          answers.add(`${statusCode} ${headers['retry-after'] ?? ''}`.trim())
    } finally {
      working.over = true
    }
  }
  await Promise.all([end(), ask()]).finally(other.close)
  expect([...answers].filter(answer => !/^(200|503 \d+)$/.test(answer))).toEqual([])
  expect([...answers].some(answer => answer.startsWith('503'))).toBe(true)
})
