import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { daysFrom } from '../read-model/report-days.ts'
import { countLeads } from './lead-counts.ts'

const CONFIG = { timeZone: 'Europe/London' } as Deps['config']
const period = (from: string, to: string) => ({ from, to, days: daysFrom(from, to) })

test('a month of leads is planned as one each time: read from the index that has what is counted, not row by row', async () => {
  const { sql } = await openTestPostgres()
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason,
      created_at, updated_at)
    SELECT gen_random_uuid(), 'Ada', 'ada@example.com', '', '', repeat('roof ', 50), 'qualified', 'contact_form', '',
      jsonb_build_object('utm_campaign', 'campaign_' || n % 20), '', timestamptz '2026-04-01 00:30Z' - n * interval '10 minutes', now()
    FROM generate_series(0, 12999) n`
  await sql`VACUUM ANALYZE leads`
  const one = await sql.reserve()
  const march = period('2026-03-01', '2026-03-31')
  // PostgreSQL plans a prepared statement for its values five times at most.
  for (let time = 0; time < 8; time++) {
    const found = await countLeads({ sql: one as unknown as Sql, config: CONFIG }, [], march)
    // In London the month ends at 23:00, an hour before that of UTC.
    expect([...found.values()].reduce((sum, { leads }) => sum + leads, 0)).toBe(4_458)
  }
  await one`SELECT pg_stat_force_next_flush()`
  one.release()
  const [inOrderOfTime] = await sql<{ rows: number }[]>`
    SELECT idx_tup_fetch::integer AS rows FROM pg_stat_user_indexes WHERE indexrelname = 'leads_newest'`
  // Planning looks up when the newest was.
  expect(inOrderOfTime?.rows).toBeLessThan(1_000)
})
