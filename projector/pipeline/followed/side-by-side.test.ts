/** Two processes that follow the same minutes, at once and by turns. */
import type { ClickHouseClient } from '@clickhouse/client'
import { assertReaching } from '@firsttouch/infra/rigs/testing/reaching'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import fc from 'fast-check'
import type { Sql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { NO_PAST } from '../../testing/events.ts'
import { A_VISIT, DAYS_APART, openHistory, randomBatch } from '../../testing/random-events.ts'
import { readTables, refreshEverything } from '../../testing/read-tables.ts'
import { openBatch } from '../run.ts'
import { openStore } from '../store.ts'
import { openFollowing } from './followed.ts'

let clickhouse: Awaited<ReturnType<typeof openTestClickHouse>>
let sql: Sql
beforeAll(async () => {
  clickhouse = await openTestClickHouse()
  ;({ sql } = await openTestPostgres())
})

const NONE = { first: 0, most: 0 }
const round = fc.record({ first: fc.option(randomBatch), second: fc.option(randomBatch) })

test('of two that follow the same minutes neither loses what the other adds', async () => {
  const { client, db } = clickhouse
  const inserted: string[] = []
  const watched: ClickHouseClient = Object.assign(Object.create(clickhouse.clickhouse.client()), {
    insert: async (asked: Parameters<ClickHouseClient['insert']>[0]) => {
      inserted.push(asked.table)
      return client.insert(asked)
    },
  })
  let base = 0
  const alone = { first: [A_VISIT], second: null }
  await assertReaching(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 7 }), async rounds => {
      base += DAYS_APART
      const deps = { ...NO_PAST, sql, db, onError: () => undefined }
      const [one, other] = [watched, clickhouse.clickhouse.client()].map((own, at) => ({
        batch: openBatch(
          { ...deps, clickhouse: own },
          undefined,
          openFollowing({ client: own, db, quietMs: NONE }),
        ),
        history: openHistory(base, 2 * (base / DAYS_APART) + at),
      }))
      for (const { first, second } of rounds)
        await Promise.all([
          first && one?.batch(one.history.of(first)),
          second && other?.batch(other.history.of(second)),
        ])
      const found = await readTables(client, db)
      await refreshEverything(openStore(client, db))
      expect(found).toEqual(await readTables(client, db))
    }),
    {
      examples: [[[alone, alone]]],
      reached: () => expect(inserted).toContain(`${db}.session_sums`),
      numRuns: 8,
      endOnFailure: true,
    },
  )
}, 240_000)
