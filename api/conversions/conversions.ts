import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { ISql, Sql } from 'postgres'
import { CONVERSION_KINDS, type ConversionKind } from '../contract/conversions/kinds.ts'
import type { ConversionRule } from '../contract/conversions/settings.ts'
import { CLICK_ATTRIBUTED_DAYS, type ClickIdKind } from '../contract/fields/click-ids.ts'

export type Conversion = {
  kind: ConversionKind
  name: string
  value: string | null
  at: Date
  ids: Partial<Record<ClickIdKind, string>>
}

/**
 * Each file repeats earlier conversions. Platforms recognise a repeat by click id, name and time, so `at` must not
 * change. For `qualified` and `closed`, `at` is when the lead first got the status after its last `new` or `contacted`.
 */
export const selectConversions = async (sql: ISql, kinds: readonly ClickIdKind[], now: Date) => {
  const rows = await sql<(Conversion & { clickedAt: Date })[]>`
    WITH clicks AS (
      SELECT lead_id, submission_id, json_object_agg(kind, value) AS ids, max(clicked_at) AS clicked_at FROM click_ids
      WHERE kind = ANY(${kinds}) GROUP BY lead_id, submission_id),
    reached AS (
      SELECT step.kind, step.at, ids, clicked_at, leads.id AS record
      FROM clicks JOIN leads ON leads.id = clicks.lead_id
      CROSS JOIN LATERAL (
        SELECT after AS kind, min(changed_at) AS at FROM record_changes
        WHERE lead_id = leads.id AND field = 'status' AND after IN ('qualified', 'closed')
          AND id > coalesce((SELECT max(id) FROM record_changes
            WHERE lead_id = leads.id AND field = 'status' AND after IN ('new', 'contacted')), 0)
        GROUP BY after) AS step
      WHERE deleted_at IS NULL AND spam_reason = '' AND (status = 'closed' OR status = 'qualified' AND step.kind = 'qualified')
      UNION ALL
      SELECT 'onboarding', created_at, ids, clicked_at, onboarding_submissions.id
      FROM clicks JOIN onboarding_submissions ON onboarding_submissions.id = clicks.submission_id
      WHERE deleted_at IS NULL AND spam_reason = '')
    SELECT kind, name, value::text AS value, at, ids, clicked_at AS "clickedAt"
    FROM reached JOIN conversion_rules USING (kind) WHERE is_offered ORDER BY at, record, kind`
  const oldest = now.getTime() - CLICK_ATTRIBUTED_DAYS * DAY_MS
  const conversions = rows.filter(({ clickedAt }) => clickedAt.getTime() > oldest)
  return { conversions, tooOld: rows.length - conversions.length }
}

export const readRules = async (sql: ISql): Promise<ConversionRule[]> => {
  const rows = await sql<ConversionRule[]>`
    SELECT kind, is_offered AS "isOffered", name, coalesce(value::text, '') AS value FROM conversion_rules`
  return CONVERSION_KINDS.flatMap(kind => rows.filter(row => row.kind === kind))
}

/** Changes only the kinds that are in `rules`. */
export const saveRules = (sql: Sql, rules: readonly ConversionRule[]): Promise<void> =>
  sql.begin(async transaction => {
    for (const { kind, isOffered, name, value } of rules)
      await transaction`
        UPDATE conversion_rules SET is_offered = ${isOffered}, name = ${name}, value = ${value || null}::numeric
        WHERE kind = ${kind}`
  })
