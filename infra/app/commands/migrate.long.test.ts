/** Side effects of `npm run migrate` in a setup with several processes. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import type { Sql } from '../../stores/postgres.ts'
import { erasePerson } from '../erasure/person.ts'
import { saveReceipt } from '../erasure/receipt.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-migrate-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const addLeads = async (sql: Sql) => {
  for (const email of ['ada.planted@example.com', 'bob@example.com'])
    await sql`
      INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason,
        created_at, updated_at)
      VALUES (gen_random_uuid(), 'x', ${email}, '', '', 'm', 'contact_form', '', '{}', '', now(), now())`
}
const leadsOf = async (sql: Sql) =>
  (await sql<{ email: string }[]>`SELECT email FROM leads`).map(row => row.email)

const run = async (env: Record<string, string>, ...words: string[]): Promise<string> => {
  const command = join(import.meta.dirname, 'migrate.ts')
  const given = { env: { ...process.env, DATA_DIR: dataDir, ...env } }
  return (await promisify(execFile)(process.execPath, [command, ...words], given)).stdout
}
const migrate = (url: string) => run({ DATABASE_URL: url }, '--embedded')

test('migrate creates no embedded store, and names the missing address', async () => {
  const empty = join(dataDir, 'empty')
  await expect(run({ DATA_DIR: empty })).rejects.toThrow(
    /DATABASE_URL and CLICKHOUSE_URL are not set, and .+ holds no such data/,
  )
  await expect(run({ DATA_DIR: empty, DATABASE_URL: 'postgres://localhost/x' })).rejects.toThrow(
    /CLICKHOUSE_URL is not set/,
  )
  await expect(stat(empty)).rejects.toThrow('ENOENT')
})

test('S-39 people whom a restored database brought back are erased again, once, before any process starts', async () => {
  const before = await openTestPostgres()
  await addLeads(before.sql)
  await saveReceipt(dataDir, await erasePerson(before.sql, { email: 'ada.planted@example.com' }, new Date()))
  expect(await leadsOf(before.sql)).toEqual(['bob@example.com'])

  const restored = await openTestPostgres()
  await addLeads(restored.sql)
  await restored.sql`UPDATE leads SET created_at = now() - interval '1 hour'`
  expect(await migrate(restored.url)).toContain('Carried out 1 erasures')
  expect(await leadsOf(restored.sql)).toEqual(['bob@example.com'])
  expect(await migrate(restored.url)).toBe('Every store is up to date.\n')
})
