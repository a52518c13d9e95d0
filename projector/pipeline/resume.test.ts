import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { lockOutBatches } from './checkpoint.ts'
import { project } from './project.ts'
import { refreshRecent } from './resume.ts'
import { openStore } from './store.ts'

test('what is made good at the start waits for an erasure, so that nobody it read of is written again', async () => {
  const { sql } = await openTestPostgres()
  const { client, db } = await openTestClickHouse()
  const store = openStore(client, db)
  await project(recordsOf([visit({ pagePath: '/planted' })]), {
    store,
  })
  const versions = async () => {
    const query = `
      SELECT (SELECT max(version) FROM ${db}.landing_15m) AS landings, (SELECT max(version) FROM ${db}.session_traffic) AS sessions`
    return (await client.query({ query, format: 'JSONEachRow' })).json()
  }
  const before = await versions()
  let refreshed: Promise<void> | undefined
  await sql.begin(async tx => {
    await lockOutBatches(tx, 'erasing')
    let isDone = false
    refreshed = refreshRecent({ store, sql, group: 'erasing' }).finally(() => {
      isDone = true
    })
    while (!isDone && !(await isWaiting(sql)));
    expect(await versions()).toEqual(before)
  })
  await refreshed
  expect(await versions()).not.toEqual(before)
})

test('nothing more of it is begun once the process is to end', async () => {
  const { sql } = await openTestPostgres()
  const { client, db } = await openTestClickHouse()
  const stop = new AbortController()
  let refreshed = 0
  const store = {
    ...openStore(client, db),
    refresh: async () => {
      refreshed += 1
      stop.abort()
    },
  }
  await refreshRecent({ store, sql, group: 'ending' }, stop.signal)
  expect(refreshed).toBe(1)
})

const isWaiting = async (sql: Sql): Promise<boolean> => {
  const rows = await sql`
    SELECT 1 FROM pg_locks JOIN pg_database ON database = pg_database.oid
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`
  return rows.length > 0
}
