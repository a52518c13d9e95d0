/** Stores costs atomically. Records each replaced cost with its author and with the author of the change. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { ISql, Sql } from 'postgres'
import { v7 } from 'uuid'
import { audit } from '../auth/audit.ts'
import type { SpendStored } from '../contract/costs/spend.ts'
import { nextVersion } from '../outbox/enqueue.ts'
import { enqueueSpend, type SpendRow, spendRow } from '../outbox/spend.ts'
import type { CampaignTags } from './campaign-tags.ts'
import { change, countedOf, type KnownCost, type ReportSource, sumOf, TYPED } from './sources.ts'

/** Costs are decimal texts. null removes a cost. Missing tags count as empty. `was` is the cost that staff saw. */
export type DayCost = Pick<CampaignTags, 'utmCampaign'> &
  Partial<CampaignTags> & {
    day: string
    cost: string | null
    clicks: number | null
    was?: number | null | undefined
  }
export type SpendBy = {
  staff: string
  now: Date
  currency: string
  origin: 'typed' | 'import'
  source?: ReportSource
  file?: string
  batch?: string
}

/** `known` has all costs of the campaign and day before the change. */
export type SpendChange = { kind: keyof SpendStored; row: DayCost; known: KnownCost[] }
/** `currency`, `origin` and `batch` are set only for costs that an undo restores. */
export type Written = ReportSource & DayCost & { currency?: string; origin?: string; batch?: string | null }

export const ROWS_AT_ONCE = 5_000

/** `rows` must not contain two costs for one campaign and day. */
export const storeSpend = (sql: Sql, rows: readonly DayCost[], by: SpendBy): Promise<SpendStored> =>
  sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.spend})`
    const stored = { added: 0, changed: 0, unchanged: 0 }
    const batch = v7()
    const storing = by.origin === 'import' ? { ...by, batch } : by
    let written = 0
    for await (const changes of changesOf(tx, rows, by)) {
      refuseOutdated(changes, by.currency)
      countChanges(stored, changes)
      written += await write(
        tx,
        changes.flatMap(({ writes }) => writes),
        storing,
      )
    }
    if (written === 0) return stored
    if (storing !== by)
      await tx`
        INSERT INTO spend_batches (id, file, platform, costs, stored_by, stored_at)
        VALUES (${batch}, ${by.file ?? ''}, ${by.source?.platform ?? ''}, ${written}, ${by.staff}, ${by.now})`
    const detail = { ...stored, currency: by.currency, origin: by.origin }
    await audit(tx, { at: by.now, actor: by.staff, action: 'spend.store', detail })
    return stored
  })

/** Dry run of `storeSpend`. Calls `see` for each change. */
export const compareSpend = async (
  sql: Sql,
  rows: readonly DayCost[],
  currency: string,
  source: ReportSource = TYPED,
  see: (change: SpendChange) => void = () => undefined,
): Promise<SpendStored> => {
  const compared = { added: 0, changed: 0, unchanged: 0 }
  for await (const changes of changesOf(sql, rows, { currency, source })) {
    countChanges(compared, changes)
    changes.forEach(see)
  }
  return compared
}

/** Throws HttpError 409 if a cost has changed since staff saw it. */
const refuseOutdated = (changes: readonly SpendChange[], currency: string): void => {
  const issues = changes.flatMap(({ row: { utmCampaign, day, was }, known }) => {
    const sum = sumOf(countedOf(known, currency))
    const is = sum && sum.hundredths / 100
    return was === undefined || was === is
      ? []
      : [{ path: `${utmCampaign}, ${day}`, message: is === null ? 'has no cost now' : `is ${is} now` }]
  })
  const [first] = issues
  if (first)
    throw new HttpError(
      409,
      `Another person changed a cost: “${first.path}” ${first.message}. Nothing was stored. Check the new cost, then try again.`,
      issues,
    )
}

const countChanges = (sums: SpendStored, changes: readonly SpendChange[]): void => {
  for (const { kind } of changes) sums[kind] += 1
}

async function* changesOf(
  sql: ISql,
  rows: readonly DayCost[],
  { currency, source = TYPED }: Pick<SpendBy, 'currency' | 'source'>,
): AsyncGenerator<(SpendChange & { writes: Written[] })[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    const found = await sql<{ n: string; known: KnownCost[] }[]>`
      SELECT n, json_agg(json_build_object('platform', there.platform, 'account', there.account, 'cost', there.cost::text,
        'clicks', there.clicks, 'currency', there.currency) ORDER BY there.platform, there.account) AS known
      FROM ${given(sql, some)} JOIN spend AS there USING (utm_campaign, utm_source, utm_medium, day)
      WHERE there.cost IS NOT NULL GROUP BY n`
    const knownOf = new Map(found.map(({ n, known }) => [Number(n), known]))
    yield some.map((row, index) => {
      const known = knownOf.get(index + 1) ?? []
      const { after, gone } = change(known, row, source, currency)
      const [was, becomes] = [sumOf(countedOf(known, currency)), sumOf(countedOf(after, currency))]
      const isSame = was?.hundredths === becomes?.hundredths && was?.clicks === becomes?.clicks
      // Replacing a cost in another currency is a change, although only costs in `currency` count.
      const gaveWay = known.some(one => one.currency !== currency && !after.includes(one))
      const kind = isSame && !gaveWay ? 'unchanged' : was || gaveWay ? 'changed' : 'added'
      const taken = gone.map(({ platform, account }) => ({ ...row, platform, account, clicks: null }))
      return { kind, row, known, writes: row.cost === null ? taken : [{ ...row, ...source }] }
    })
  }
}

const given = (sql: ISql, rows: readonly (DayCost & Partial<Written>)[]) => sql`
  ROWS FROM (jsonb_to_recordset(${sql.json(rows.map(row => ({ utmSource: '', utmMedium: '', ...row })))}) AS ("utmCampaign" text,
    "utmSource" text, "utmMedium" text, day date, platform text, account text, cost numeric, clicks bigint, currency text, origin text,
    batch uuid))
  WITH ORDINALITY AS given (utm_campaign, utm_source, utm_medium, day, platform, account, cost, clicks, currency, origin, batch, n)`

export const KEY = 'utm_campaign, utm_source, utm_medium, day, platform, account'

/** Returns the number of written rows. Stores each replaced cost in the history. */
export const write = async (
  sql: ISql,
  rows: readonly Written[],
  { staff, now, currency, origin, batch }: SpendBy,
): Promise<number> => {
  const key = sql.unsafe(KEY)
  const costs = rows.map(row => ({ currency, origin, batch: batch ?? null, ...row }))
  const stored = await sql<SpendRow[]>`
    WITH written AS (SELECT * FROM ${given(sql, costs)}),
    replaced AS (
      SELECT ${key}, there.changed_at IS NOT NULL AS is_known, there.cost, there.clicks, there.changed_by,
        there.changed_at, coalesce(there.currency, written.currency) AS currency, coalesce(there.origin, written.origin) AS origin,
        there.batch AS batch_before
      FROM written LEFT JOIN spend AS there USING (${key})
      WHERE there.changed_at IS NULL
        OR (there.cost, there.clicks, there.currency) IS DISTINCT FROM (written.cost, written.clicks, written.currency)
    ),
    corrected AS (
      INSERT INTO spend_corrections (${key}, cost, clicks, currency, origin, changed_by, changed_at, corrected_by, corrected_at)
      SELECT ${key}, cost, clicks, currency, origin, changed_by, changed_at, ${staff}, ${now} FROM replaced WHERE is_known
    ),
    imported AS (
      INSERT INTO spend_batch_costs (batch, ${key}, cost, clicks, currency, origin, batch_before)
      SELECT import, ${key}, cost, clicks, currency, origin, batch_before
      FROM replaced, (SELECT ${batch ?? null}::uuid AS import) AS this WHERE import IS NOT NULL
    )
    INSERT INTO spend AS there (${key}, cost, clicks, currency, origin, changed_by, changed_at, event_version, batch)
      SELECT ${key}, cost, clicks, currency, origin, ${staff}, ${now}::timestamptz, ${nextVersion(sql, sql`0`)}, batch FROM written
      ON CONFLICT (${key}) DO UPDATE SET cost = excluded.cost, clicks = excluded.clicks, currency = excluded.currency,
        origin = excluded.origin, changed_by = excluded.changed_by, changed_at = excluded.changed_at, batch = excluded.batch,
        event_version = ${nextVersion(sql, sql`there.event_version`)}
      WHERE (there.cost, there.clicks, there.currency) IS DISTINCT FROM (excluded.cost, excluded.clicks, excluded.currency)
      RETURNING ${spendRow(sql)}`
  await enqueueSpend(sql, stored)
  return stored.length
}
