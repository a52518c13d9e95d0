/** `GET /api/admin/notifications/new-leads`: for the count in the tab's title. */
import type { ISql } from 'postgres'
import { newLeads, newLeadsQuery } from '../contract/notifications/state.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'

export const newLeadRoutes = (app: Api, { sql, now }: Deps): void => {
  app.get(
    '/api/admin/notifications/new-leads',
    { config: FIGURES, schema: { querystring: newLeadsQuery, response: { 200: newLeads } } },
    async ({ query: { since } }) => {
      const at = now()
      return { count: since ? await countLeads(sql, new Date(since), at) : 0, at: at.toISOString() }
    },
  )
}

const countLeads = async (sql: ISql, since: Date, until: Date): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM leads
    WHERE created_at > ${since} AND created_at <= ${until} AND deleted_at IS NULL AND spam_reason = ''`
  return row?.n ?? 0
}
