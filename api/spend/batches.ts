import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isoTime } from '@firsttouch/infra/stores/iso-time'
import { LOCKS } from '@firsttouch/infra/stores/locks'
import type { Sql } from 'postgres'
import { audit } from '../auth/audit.ts'
import type { SpendBatches, SpendUndone } from '../contract/costs/spend.ts'
import { KEY, ROWS_AT_ONCE, type SpendBy, type Written, write } from './store.ts'

const MOST = 100

export const listBatches = async (sql: Sql): Promise<SpendBatches> => ({
  batches: await sql<SpendBatches['batches']>`
    SELECT id, file, platform, costs, stored_by AS "storedBy", ${isoTime(sql, 'stored_at')} AS "storedAt",
      undone_by AS "undoneBy", ${isoTime(sql, 'undone_at')} AS "undoneAt"
    FROM spend_batches ORDER BY stored_at DESC, id DESC LIMIT ${MOST}`,
})

/**
 * Restores each cost that the import replaced, unless the imported cost has changed since. If a later import changed
 * it, a subsequent undo of that import restores the cost from before both imports. Throws HttpError 404 or 409.
 */
export const undoBatch = (sql: Sql, id: string, by: Omit<SpendBy, 'origin'>): Promise<SpendUndone> =>
  sql.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCKS.spend})`
    const [batch] = await tx<{ file: string; costs: number; undoneBy: string | null }[]>`
      SELECT file, costs, undone_by AS "undoneBy" FROM spend_batches WHERE id = ${id}`
    if (!batch) throw new HttpError(404, 'There is no such import. Reload the list.')
    if (batch.undoneBy !== null)
      throw new HttpError(409, `${batch.undoneBy} has undone this import already. Nothing was changed.`)
    const key = tx.unsafe(KEY)
    const rows = await tx<Written[]>`
      SELECT utm_campaign AS "utmCampaign", utm_source AS "utmSource", utm_medium AS "utmMedium", day::text, platform, account,
        old.cost::text, old.clicks::float8, old.currency, old.origin, old.batch_before AS batch
      FROM spend_batch_costs AS old JOIN spend AS there USING (${key}) WHERE old.batch = ${id} AND there.batch = ${id}`
    await tx`
      UPDATE spend_batch_costs AS later
      SET cost = old.cost, clicks = old.clicks, currency = old.currency, origin = old.origin, batch_before = old.batch_before
      FROM spend_batch_costs AS old WHERE old.batch = ${id} AND later.batch_before = ${id}
        AND (later.utm_campaign, later.day, later.utm_source, later.utm_medium, later.platform, later.account)
          = (old.utm_campaign, old.day, old.utm_source, old.utm_medium, old.platform, old.account)`
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await write(tx, rows.slice(at, at + ROWS_AT_ONCE), { ...by, origin: 'typed' })
    await tx`UPDATE spend_batches SET undone_by = ${by.staff}, undone_at = ${by.now} WHERE id = ${id}`
    const undone = { restored: rows.length, kept: batch.costs - rows.length }
    const detail = { ...undone, file: batch.file }
    await audit(tx, { at: by.now, actor: by.staff, action: 'spend.undo', detail })
    return undone
  })
