/** Many leads changed at once, the undoing of that, and who can own a lead. */
import { z } from 'zod'
import { sessionOf } from '../../auth/guard.ts'
import { restoreRequest, SELECTION_BYTES } from '../../contract/inbox.ts'
import { bulkChanged, bulkUndone, leadBulkChange, leadOwner } from '../../contract/leads.ts'
import { type Api, type Deps, FOR_STAFF } from '../../deps.ts'
import { announceChange } from '../../live/live.ts'
import { askerOf, leadsWhere } from '../records/lead-filter.ts'
import { selectOwners } from '../records/leads.ts'
import { changeMany, undoMany } from './bulk.ts'

export const leadBulkRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps
  app.get(
    '/api/admin/lead-owners',
    { config: FOR_STAFF, schema: { response: { 200: z.array(leadOwner) } } },
    () => selectOwners(sql),
  )

  app.post(
    '/api/admin/leads/bulk-change',
    {
      config: FOR_STAFF,
      bodyLimit: SELECTION_BYTES,
      schema: { body: leadBulkChange, response: { 200: bulkChanged } },
    },
    async request => {
      const { leadIds = [], versions, filter, expectedCount = 0, change } = request.body
      const chosen = filter
        ? { where: leadsWhere(sql, filter, askerOf(deps, request)), expectedCount }
        : { leadIds, versions }
      const by = { staff: sessionOf(request).username, now: now() }
      const answer = await changeMany(sql, chosen, change, by)
      await announceChange(sql, ['leads'])
      return answer
    },
  )

  app.post(
    '/api/admin/leads/bulk-change/undo',
    { config: FOR_STAFF, schema: { body: restoreRequest, response: { 200: bulkUndone } } },
    async request => {
      const by = { staff: sessionOf(request).username, now: now() }
      const answer = await undoMany(sql, request.body.undoToken, by)
      await announceChange(sql, ['leads'])
      return answer
    },
  )
}
