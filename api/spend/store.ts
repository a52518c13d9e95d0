/** Stores costs, all or none, and keeps what they replace with who had said so and who corrected it. */
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, Sql } from 'postgres'
import { audit } from '../auth/audit.ts'
import type { SpendStored } from '../contract/costs/spend.ts'

/** Costs are decimals as text; null takes one away. */
export type DayCost = { utmCampaign: string; day: string; cost: string | null; clicks: number | null }
export type SpendBy = { staff: string; now: Date; currency: string; origin: 'typed' | 'import' }

const ROWS_AT_ONCE = 5_000

/** `rows` must not name a day of a campaign twice. */
export const storeSpend = (sql: Sql, rows: readonly DayCost[], by: SpendBy): Promise<SpendStored> =>
  sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.spend})`
    const stored = { added: 0, changed: 0, unchanged: 0 }
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE)
      const { added, changed } = await storeSome(tx, some, by)
      stored.added += added
      stored.changed += changed
      stored.unchanged += some.length - added - changed
    }
    if (stored.added + stored.changed === 0) return stored
    const detail = { ...stored, currency: by.currency, origin: by.origin }
    await audit(tx, { at: by.now, actor: by.staff, action: 'spend.store', detail })
    await tx`SELECT pg_notify('firsttouch_outbox', '')`
    return stored
  })

/** What `storeSpend` would do. */
export const compareSpend = async (
  sql: Sql,
  rows: readonly DayCost[],
  currency: string,
): Promise<SpendStored> => {
  const compared = { added: 0, changed: 0, unchanged: 0 }
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    const [found] = await sql<{ added: number; changed: number }[]>`
      SELECT (count(*) FILTER (WHERE there.day IS NULL))::int AS added,
        (count(*) FILTER (WHERE there.day IS NOT NULL AND ${isOther(sql, currency)}))::int AS changed
      FROM ${given(sql, some)} LEFT JOIN spend AS there USING (utm_campaign, day)`
    const { added = 0, changed = 0 } = found ?? {}
    compared.added += added
    compared.changed += changed
    compared.unchanged += some.length - added - changed
  }
  return compared
}

const given = (sql: ISql, rows: readonly DayCost[]) => sql`
  unnest(${rows.map(({ utmCampaign }) => utmCampaign)}::text[], ${rows.map(({ day }) => day)}::text[]::date[],
    ${rows.map(({ cost }) => cost)}::text[]::numeric[], ${rows.map(({ clicks }) => clicks?.toString() ?? null)}::text[]::bigint[]
  ) AS given (utm_campaign, day, cost, clicks)`

const isOther = (sql: ISql, currency: string) => sql`
  (there.cost, there.clicks, there.currency) IS DISTINCT FROM (given.cost, given.clicks, ${currency})`

/** The correction is read as of before the statement. */
const storeSome = async (sql: ISql, rows: readonly DayCost[], { staff, now, currency, origin }: SpendBy) => {
  const [stored] = await sql<{ added: number; changed: number }[]>`
    WITH corrected AS (
      INSERT INTO spend_corrections (utm_campaign, day, cost, clicks, currency, origin, changed_by, changed_at,
        corrected_by, corrected_at)
      SELECT utm_campaign, day, there.cost, there.clicks, there.currency, there.origin, there.changed_by, there.changed_at,
        ${staff}, ${now}
      FROM ${given(sql, rows)} JOIN spend AS there USING (utm_campaign, day) WHERE ${isOther(sql, currency)}
    ), stored AS (
      INSERT INTO spend AS there (utm_campaign, day, cost, clicks, currency, origin, changed_by, changed_at)
      SELECT utm_campaign, day, given.cost, CASE WHEN given.cost IS NULL THEN NULL ELSE given.clicks END, ${currency}, ${origin},
        ${staff}, ${now}::timestamptz
      FROM ${given(sql, rows)} LEFT JOIN spend AS before USING (utm_campaign, day)
      WHERE given.cost IS NOT NULL OR before.day IS NOT NULL
      ON CONFLICT (utm_campaign, day) DO UPDATE SET cost = excluded.cost, clicks = excluded.clicks, currency = excluded.currency,
        origin = excluded.origin, changed_by = excluded.changed_by, changed_at = excluded.changed_at,
        event_version = next_event_version(there.event_version), told = false
      WHERE (there.cost, there.clicks, there.currency) IS DISTINCT FROM (excluded.cost, excluded.clicks, excluded.currency)
      RETURNING xmax = 0 AS added
    )
    SELECT (count(*) FILTER (WHERE added))::int AS added, (count(*) FILTER (WHERE NOT added))::int AS changed FROM stored`
  return { added: 0, changed: 0, ...stored }
}
