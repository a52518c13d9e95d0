/** How long leads waited for their first reply: the time until staff took them from new. */
import type { Fragment, Sql } from 'postgres'
import type { ReplyTimes } from '../../contract/leads.ts'

type Row = { isWhole: boolean; owner: string | null; answered: number; median: number | null }

/** Of leads that are answered; whoever looks after one now is given its time. */
export const readReplyTimes = async (sql: Sql, where: Fragment): Promise<ReplyTimes> => {
  const rows = await sql<Row[]>`
    SELECT grouping(owner_id) = 1 AS "isWhole", count(*)::int AS answered,
      (SELECT username FROM staff_accounts WHERE id = owner_id) AS owner,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM first_reply_at - created_at)) AS median
    FROM leads WHERE ${where} AND first_reply_at IS NOT NULL
    GROUP BY GROUPING SETS ((), (owner_id)) ORDER BY answered DESC, owner`
  const whole = rows.find(row => row.isWhole)
  const seconds = (median: number | null | undefined) => (median == null ? null : Math.round(median))
  return {
    answered: whole?.answered ?? 0,
    medianSeconds: seconds(whole?.median),
    owners: rows
      .filter(row => !row.isWhole)
      .map(({ owner, answered, median }) => ({ owner, answered, medianSeconds: seconds(median) ?? 0 })),
  }
}
