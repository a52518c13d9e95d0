/** Fills in the landing page that a lead's visitor saw, where the browser did not say it with the form. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import type { Deps } from '../../deps.ts'

/** Later events of a session are not to be expected. */
const WITHIN_MS = 2 * DAY_MS
const AT_ONCE = 500
const ANSWER_WITHIN_MS = 1_000

type Sources = Pick<Deps, 'sql' | 'readModel' | 'now'>

export const fillVariants = async ({ sql, readModel, now }: Sources): Promise<void> => {
  const leads = await sql<{ session: string }[]>`
    SELECT session_id AS session FROM leads
    WHERE variant = '' AND deleted_at IS NULL AND session_id ~ '^utm_[0-9]{13}_'
      AND created_at > ${new Date(now().getTime() - WITHIN_MS)}
    ORDER BY created_at DESC LIMIT ${AT_ONCE}`
  if (leads.length === 0) return
  const sessions = [...new Set(leads.map(lead => lead.session))]
  const minutes = [...new Set(sessions.map(minuteOf))]
  const shown = await readModel.rows<{ session: string; variant: string }>(
    SHOWN,
    { sessions, minutes },
    ANSWER_WITHIN_MS,
  )
  for (const { session, variant } of shown)
    await sql`
      UPDATE leads SET variant = ${variant} WHERE id IN (
        SELECT id FROM leads WHERE session_id = ${session} AND variant = '' ORDER BY id FOR UPDATE)`
}

/** By this minute exposures are stored. */
const minuteOf = (session: string): number => Math.floor(Number(session.slice(4, 17)) / 60_000) * 60

const SHOWN = `
  SELECT session, argMin(variant, exposed_at) AS variant
  FROM {db:Identifier}.exposures FINAL
  WHERE test_name = '${LANDING_PAGE.name}' AND toUnixTimestamp(session_minute) IN {minutes:Array(UInt64)}
    AND session IN {sessions:Array(String)}
  GROUP BY session`
