/** Fills in the landing page variant of leads whose browser did not send it. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import type { Deps } from '../../deps.ts'
import { enqueueLeads } from '../../outbox/leads.ts'

/** Older leads are not retried, because their events are unlikely to arrive. */
const WITHIN_MS = 2 * DAY_MS
const AT_ONCE = 500
const ANSWER_WITHIN_MS = 1_000

type Sources = Pick<Deps, 'sql' | 'readModel' | 'now'>

/** Sets the variant only if the session saw it during the run that was active when the form arrived. */
export const fillVariants = async ({ sql, readModel, now }: Sources): Promise<void> => {
  const { name, initially } = LANDING_PAGE
  const leads = await sql<{ id: string; session: string; since: Date | null }[]>`
    SELECT id, session_id AS session, (
      SELECT at FROM experiment_changes
      WHERE test_name = ${name} AND at <= created_at AND step IN ('start', 'reopen')
      ORDER BY version DESC LIMIT 1) AS since
    FROM leads
    WHERE variant = '' AND deleted_at IS NULL AND session_id ~ '^utm_[0-9]{13}_'
      AND created_at > ${new Date(now().getTime() - WITHIN_MS)}
      AND 'running' = coalesce((
        SELECT state FROM experiment_changes
        WHERE test_name = ${name} AND at <= created_at ORDER BY version DESC LIMIT 1), ${initially})
    ORDER BY created_at DESC LIMIT ${AT_ONCE}`
  if (leads.length === 0) return
  const sessions = [...new Set(leads.map(lead => lead.session))]
  const minutes = [...new Set(sessions.map(minuteOf))]
  const shown = await readModel.rows<{ session: string; variant: string; at: number }>(
    SHOWN,
    { sessions, minutes },
    ANSWER_WITHIN_MS,
  )
  for (const { id, session, since } of leads) {
    const first = shown.find(row => row.session === session && row.at >= (since?.getTime() ?? 0))
    if (!first) continue
    await sql.begin(async tx => {
      const { count } =
        await tx`UPDATE leads SET variant = ${first.variant} WHERE id = ${id} AND variant = ''`
      if (count > 0) await enqueueLeads(tx, [id], now())
    })
  }
}

/** Start minute of the session in seconds since 1970. The table of exposures is sorted by it. */
const minuteOf = (session: string): number => Math.floor(Number(session.slice(4, 17)) / 60_000) * 60

const SHOWN = `
  SELECT session, variant, toUnixTimestamp64Milli(min(occurred.at)) AS at
  FROM {db:Identifier}.session_events AS occurred FINAL
  WHERE kind = 'exposure' AND test_name = '${LANDING_PAGE.name}' AND toUnixTimestamp(session_minute) IN {minutes:Array(UInt64)}
    AND session IN {sessions:Array(String)}
  GROUP BY session, variant
  ORDER BY at`
