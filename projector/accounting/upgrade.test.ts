/** Data that the release before counted: its sums go on where they were complete, and are made up for where not. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { migratePostgres } from '@firsttouch/infra/stores/migrate'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import { project } from '../pipeline/project.ts'
import { openStore } from '../pipeline/store.ts'
import { conversion, recordsOf, visit } from '../testing/events.ts'
import { balanceOf } from './balance.ts'
import { readSnapshot } from './snapshot.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'infra', 'migrations', 'postgres')

/** Takes the schema back, and forward again after `fill`. */
const migrateAgain = async (sql: Sql, fill: () => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name < '150') await cp(join(MIGRATIONS, name), join(folder, name))
  await sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migratePostgres(sql, folder)
  await fill()
  await migratePostgres(sql)
  await rm(folder, { recursive: true })
}

test.each([
  ['as far as the projector had come', 5],
  ['less far than the projector had come', 3],
])('what was counted %s balances', async (_, booked) => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const group = groupOf(db)
  const twice = visit()
  const events = [twice, visit(), conversion(), twice]
  await project(recordsOf(events), { store: openStore(client, db) })
  await migrateAgain(sql, async () => {
    await sql`INSERT INTO ledger_places VALUES (${group}, 0, 5)`
    await sql`INSERT INTO ledger_counts VALUES (${group}, 0, 'visit', 3), (${group}, 0, 'conversion', 1)`
    await sql`INSERT INTO books_places VALUES (${group}, 0, ${booked})`
    const totals = {
      counted: { visit: 3, conversion: 1, unknown: 1 },
      duplicates: { visit: 1 },
      conflicts: 0,
    }
    const early = { counted: { visit: 2, conversion: 1 }, duplicates: {}, conflicts: 0 }
    await sql`INSERT INTO books (consumer_group, totals) VALUES (${group}, ${sql.json(booked === 5 ? totals : early)})`
    await sql`
      INSERT INTO dead_letters (consumer_group, partition, "offset", key, value, reason, detail, appended_at, types)
      VALUES (${group}, 0, 4, '', 'not JSON', 'not_json', '', now(), '{"unknown": 1}')`
  })
  const read = await readSnapshot({ sql, clickhouse: client, db, group })
  if (!read) throw new Error('There was no moment between two batches.')
  const { types } = balanceOf(read.snapshot, { counts: {}, oldest: [] })
  expect(types).toMatchObject({
    visit: { accepted: 3, projected: 3, duplicates: 1, uniqueHuman: 2, balanced: true },
    conversion: { accepted: 1, projected: 1, duplicates: 0, uniqueHuman: 1, balanced: true },
    unknown: { accepted: 1, deadLetters: 1, balanced: true },
  })
})

test('what was lost before stays to be seen where the sums were complete', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const group = groupOf(db)
  await migrateAgain(sql, async () => {
    await sql`INSERT INTO ledger_places VALUES (${group}, 0, 2)`
    await sql`INSERT INTO ledger_counts VALUES (${group}, 0, 'visit', 2)`
    await sql`INSERT INTO books_places VALUES (${group}, 0, 2)`
    await sql`INSERT INTO books (consumer_group, totals) VALUES (${group}, '{"counted": {"visit": 2}}')`
  })
  const read = await readSnapshot({ sql, clickhouse: client, db, group })
  expect(read && balanceOf(read.snapshot, { counts: {}, oldest: [] }).types.visit.balanced).toBe(false)
})
