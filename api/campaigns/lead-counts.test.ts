import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { daysFrom } from '../read-model/report-days.ts'
import { countLeads } from './costs.ts'

const CONFIG = { timeZone: 'Europe/London' } as Deps['config']
const MARCH = { from: '2026-03-01', to: '2026-03-31', days: daysFrom('2026-03-01', '2026-03-31') }

test('leads of a period are counted in the report time zone, by a statement planned for that period', async () => {
  const { sql } = await openTestPostgres()
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    SELECT gen_random_uuid(), 'Ada', 'ada@example.com', '', '', '', 'qualified', 'contact_form', '',
      jsonb_build_object('utm_campaign', 'spring'), '', timestamptz '2026-04-01 00:30Z' - n * interval '1 hour', now()
    FROM generate_series(0, 999) n`
  const one = await sql.reserve()
  const prepared = () => one<{ statement: string }[]>`SELECT statement FROM pg_prepared_statements`
  // After five executions PostgreSQL may switch a prepared statement to a generic plan.
  for (let time = 0; time < 8; time++) {
    const found = await countLeads({ sql: one as unknown as Sql, config: CONFIG }, [], MARCH)
    // In London, March began at the same time as in UTC and ended one hour earlier.
    expect(found.get('spring')?.leads).toBe(31 * 24 - 1)
  }
  const statements = (await prepared()).map(({ statement }) => statement)
  expect(statements).toContain('SELECT statement FROM pg_prepared_statements')
  expect(statements.filter(statement => statement.includes('told_onboarding'))).toEqual([])
  one.release()
})
