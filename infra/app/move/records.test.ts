import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { copyRecords, filledTables, OF_OFFSETS, tablesOf } from './records.ts'

test('every table that holds log offsets is known to the move', async () => {
  const { sql } = await openTestPostgres()
  const rows = await sql<{ name: string }[]>`
    SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('partition', 'offset', 'next_offset', 'balance')`
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...OF_OFFSETS].toSorted())
})

test('a new database is empty except for the rows of migrations', async () => {
  const { sql } = await openTestPostgres()
  expect(await filledTables(sql)).toEqual([])
  await sql`INSERT INTO campaigns ${sql([campaign('one')])}`
  expect(await filledTables(sql)).toEqual(['campaigns'])
})

test('a table comes after the tables that it references', async () => {
  const { sql } = await openTestPostgres()
  const names = (await tablesOf(sql)).map(({ name }) => name)
  expect(names.indexOf('trial_signups')).toBeGreaterThan(names.indexOf('leads'))
  expect(names.indexOf('leads')).toBeGreaterThan(names.indexOf('staff_accounts'))
  expect(new Set(names).size).toBe(names.length)
})

const campaign = (name: string) => ({
  ...{ id: crypto.randomUUID(), name, date: '2026-03-01', platform: 'p', utm_source: 's', utm_medium: 'm' },
  ...{
    utm_campaign: name,
    utm_content: '',
    utm_term: '',
    ad_asset_description: 'a\tb\\',
    notes: 'é\n',
    generated_url: 'u',
  },
  created_at: new Date('2026-03-01T12:00:00.123Z'),
})

const addCost = (sql: Sql) =>
  sql`
    INSERT INTO spend (utm_campaign, day, cost, currency, origin, changed_by, changed_at)
    VALUES ('one', '2026-03-01', 1, 'GBP', 'typed', 'ada', '2026-03-01')`

const addLead = (sql: Sql) =>
  sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    VALUES (gen_random_uuid(), '', '', '', '', '', 'qualified', '', '', '{}', '', now(), now())`

test('a move copies records unchanged, fires no trigger, and continues the sequences', async () => {
  const [from, to] = [await openTestPostgres(), await openTestPostgres()]
  await from.sql`INSERT INTO campaigns ${from.sql([campaign('one'), campaign('two')])}`
  await addCost(from.sql)
  await addLead(from.sql)
  // The insert trigger sets `qualified_at`.
  await from.sql`UPDATE leads SET qualified_at = NULL`
  await from.sql`INSERT INTO audit_log (at, actor, action, detail, network) VALUES (now(), 'a', 'b', '{}', '')`
  await from.sql`INSERT INTO read_models (generation, state) VALUES (2, 'kept')`
  await from.sql`INSERT INTO checkpoints (consumer_group, partition, next_offset) VALUES ('g', 0, 7)`
  await copyRecords(from.sql, to.sql, { withLog: false })
  for (const table of ['campaigns', 'spend', 'leads', 'audit_log']) {
    const rows = (sql: Sql) => sql`SELECT * FROM ${sql(table)} AS row ORDER BY row::text`
    const copied = [...(await rows(to.sql))]
    expect(copied).toEqual([...(await rows(from.sql))])
    expect(copied.length).toBeGreaterThan(0)
  }
  const qualified = () => to.sql`SELECT FROM leads WHERE qualified_at IS NOT NULL`
  expect(await qualified()).toHaveLength(0)
  expect(await to.sql`SELECT FROM checkpoints`).toHaveLength(0)
  expect((await to.sql`SELECT generation FROM read_models`).map(row => row.generation)).toEqual([1])
  // Triggers are enabled again.
  const [third] = await to.sql`INSERT INTO campaigns ${to.sql(campaign('three'))} RETURNING number`
  expect(third?.number).toBe('3')
  await to.sql`UPDATE leads SET status = status`
  expect(await qualified()).toHaveLength(1)
})

test('a copy that fails half-way leaves nothing', async () => {
  const [from, to] = [await openTestPostgres(), await openTestPostgres()]
  await from.sql`INSERT INTO campaigns ${from.sql([campaign('one')])}`
  await addCost(from.sql)
  await to.sql`ALTER TABLE trial_signups ADD CONSTRAINT never CHECK (false)`
  await to.sql`ALTER TABLE spend ADD CONSTRAINT never CHECK (false)`
  await expect(copyRecords(from.sql, to.sql, { withLog: true })).rejects.toThrow(/never/)
  expect(await filledTables(to.sql)).toEqual([])
})
