/** What a release left that kept fewer read models: they are made from the log again, in place, before anything new is counted. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { beforeEach, expect, test } from 'vitest'
import { ROLLUPS } from '../projections/index.ts'
import { envelopeOf, everythingOf, NOON, recordsOf } from '../testing/events.ts'
import { readTables, refreshEverything } from '../testing/read-tables.ts'
import { lockOffsets, saveCheckpoint } from './checkpoint.ts'
import { progressOf, project } from './project.ts'
import { openResume } from './resume.ts'
import { openStore } from './store.ts'

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  "'; DROP TABLE events --\\",
  'ünïcode\nand a line',
  '',
]
const records = recordsOf(
  AGENTS.flatMap((_, i) => everythingOf(`utm_${NOON}_${i}`, NOON + i * 3_600_000).toReversed()),
).map((record, i) => {
  const { events } = JSON.parse(record.value)
  return {
    ...record,
    value: JSON.stringify(envelopeOf(events, { userAgent: AGENTS[i % AGENTS.length] ?? '' })),
  }
})

let client: ClickHouseClient
let db: string
let sql: Awaited<ReturnType<typeof openTestPostgres>>['sql']
let startAt: (partition: number) => Promise<number>
beforeEach(async () => {
  ;({ client, db } = await openTestClickHouse())
  ;({ sql } = await openTestPostgres())
  startAt = openResume({ store: openStore(client, db), sql, group: groupOf(db) })
})

const take = async (some: LogRecord[]): Promise<void> => {
  await inTransaction(sql, async tx => {
    const offsets = await lockOffsets(tx, groupOf(db), some)
    const store = openStore(client, db)
    const result = await project(some, { store })
    await store.saveProgress(progressOf(some, result))
    return saveCheckpoint(tx, groupOf(db), { offsets, records: some, result })
  })
}
/** Of the tables that there are now, what a migration could fill with what the first release had counted. */
const COPIED: Record<string, string> = {
  event_minutes: 'true',
  event_sums: 'true',
  session_events: 'true',
  session_minutes: `model = 'participant'`,
  session_sums: `model = 'participant'`,
}
/** As if nothing had been known of any read model or column that came after the first release. Its own tables are no more. */
const makeOld = async (isCopied: boolean, partition = 0): Promise<void> => {
  const change = (query: string) =>
    client.command({
      query: query.replaceAll('db.', `${db}.`),
      clickhouse_settings: { mutations_sync: '2' },
    })
  await change(`ALTER TABLE db.events UPDATE device = '', browser = '' WHERE true`)
  if (isCopied) await refreshEverything(openStore(client, db))
  for (const { table } of ROLLUPS) {
    const copied = (isCopied && COPIED[table]) || 'false'
    await change(`ALTER TABLE db.${table} DELETE WHERE NOT (${copied})`)
  }
  await change(
    `INSERT INTO db.progress SELECT * REPLACE (0 AS edition) FROM db.progress FINAL WHERE partition = ${partition}`,
  )
}
const tables = (of = db) => readTables(client, of, ['events', ...ROLLUPS.map(({ table }) => table)])

test.each([
  ['are empty', false],
  ['hold what the first release had counted', true],
])(
  'read from the log’s first entry, every table is as if this release had filled it, and no event is counted twice, where the tables %s',
  async (_, isCopied) => {
    await take(records)
    const filled = await tables()
    const counts = () => sql`SELECT type, projected FROM event_counts ORDER BY type`
    const counted = await counts()
    await makeOld(isCopied)
    expect(await tables()).not.toEqual(filled)
    expect(await startAt(0)).toBe(0)
    await take(records)
    expect(await tables()).toEqual(filled)
    expect(await counts()).toEqual(counted)
    expect(await startAt(0)).toBe(records.length)
  },
)

test('it begins again until it has come to where the older release was, and for each partition', async () => {
  const elsewhere = records.map(record => ({ ...record, partition: 1 }))
  await take(records)
  await take(elsewhere)
  await makeOld(false)
  await take(records.slice(0, 4))
  expect(await startAt(0)).toBe(0)
  expect(await startAt(1)).toBe(records.length)
  await take(records.slice(4))
  expect(await startAt(0)).toBe(records.length)
  await makeOld(false, 1)
  expect(await startAt(1)).toBe(0)
})
