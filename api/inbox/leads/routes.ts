/** The leads inbox: the list and its counts, one lead's changes, deletion and its undoing. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { sessionOf } from '../../auth/guard.ts'
import { deletedAnswer, restoredAnswer, restoreRequest, SELECTION_BYTES } from '../../contract/inbox.ts'
import {
  type LeadFilter,
  lead,
  leadPage,
  leadPatch,
  leadSearchQuery,
  leadSelection,
  leadsQuery,
} from '../../contract/leads.ts'
import { type Api, type Deps, FOR_STAFF } from '../../deps.ts'
import { announceChange } from '../../live/live.ts'
import { countContacts, readsInBulk } from '../contact-reads.ts'
import { deleteByFilter, deleteByIds, restore } from '../records/deletions.ts'
import { askerOf, leadsWhere } from '../records/lead-filter.ts'
import { countLeads, selectLead, selectLeads } from '../records/leads.ts'
import { noSuch } from '../records/staff-marks.ts'
import { changeLead } from './changes.ts'
import { fillVariants } from './variants.ts'

export const leadParams = z.object({ leadId: z.uuid('The lead id must be a UUID') })
const contacts = { access: 'staff', confirm: readsInBulk } as const

export const leadRoutes = (app: Api, deps: Deps): void => {
  listRoutes(app, deps)
  changeRoutes(app, deps)
  deletionRoutes(app, deps)
}

const listRoutes = (app: Api, deps: Deps): void => {
  const { sql } = deps
  app.get(
    '/api/admin/leads',
    { config: contacts, schema: { querystring: leadsQuery, response: { 200: z.array(lead) } } },
    async (request, reply) => {
      const { order, cursor, limit, ...filter } = request.query
      const asker = askerOf(deps, request)
      const [{ items, nextCursor }, { total }] = await Promise.all([
        selectLeads(sql, { filter, order, cursor, limit, asker }),
        countLeads(sql, filter, asker),
      ])
      sayWhatIsLeft(reply, request.url, { total, nextCursor })
      await countContacts(deps, request, items.length)
      return items
    },
  )

  app.get(
    '/api/admin/leads/search',
    { config: contacts, schema: { querystring: leadSearchQuery, response: { 200: leadPage } } },
    async request => {
      const { order, cursor, limit, ...filter } = request.query
      const asker = askerOf(deps, request)
      const everything: LeadFilter = { spam: 'exclude' }
      // The last minute's leads too; without ClickHouse, those that are known.
      if (filter.variant) await fillVariants(deps).catch(error => request.log.warn(error))
      const [page, counts, inbox] = await Promise.all([
        selectLeads(sql, { filter, order, cursor, limit, asker }),
        countLeads(sql, filter, asker),
        countLeads(sql, everything, asker),
      ])
      await countContacts(deps, request, page.items.length)
      return { ...page, ...counts, inbox }
    },
  )
}

/** A list that is longer than one answer says so: how many there are, and where the next ones are (RFC 8288). */
export const sayWhatIsLeft = (
  reply: FastifyReply,
  url: string,
  { total, nextCursor }: { total: number; nextCursor: string | null },
): void => {
  reply.header('x-total-count', total)
  if (nextCursor === null) return
  const next = new URL(url, 'http://here')
  next.searchParams.set('cursor', nextCursor)
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}

const changeRoutes = (app: Api, { sql, now }: Deps): void => {
  app.patch(
    '/api/admin/leads/:leadId',
    { config: FOR_STAFF, schema: { params: leadParams, body: leadPatch, response: { 200: lead } } },
    async request => {
      const { leadId } = request.params
      const by = { staff: sessionOf(request).username, now: now() }
      await changeLead(sql, leadId, request.body, by)
      await announceChange(sql, ['leads'])
      const changed = await selectLead(sql, leadId)
      if (!changed) throw noSuch('leads')
      return changed
    },
  )
}

const deletionRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps
  // A trial signup goes with its lead.
  app.delete(
    '/api/admin/leads/bulk-delete',
    {
      config: FOR_STAFF,
      bodyLimit: SELECTION_BYTES,
      schema: { body: leadSelection, response: { 200: deletedAnswer } },
    },
    async request => {
      const { leadIds = [], filter, expectedCount = 0 } = request.body
      const by = { staff: sessionOf(request).username, now: now() }
      const deleted = filter
        ? await deleteByFilter(
            sql,
            'leads',
            { where: leadsWhere(sql, filter, askerOf(deps, request)), expectedCount },
            by,
          )
        : await deleteByIds(sql, 'leads', leadIds, by)
      await announceChange(sql, ['leads'])
      return deleted
    },
  )

  app.post(
    '/api/admin/leads/restore',
    { config: FOR_STAFF, schema: { body: restoreRequest, response: { 200: restoredAnswer } } },
    async request => {
      const restored = await restore(sql, 'leads', request.body.undoToken, now())
      await announceChange(sql, ['leads'])
      return { restored }
    },
  )
}
