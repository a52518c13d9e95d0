import type { Fragment, Sql } from 'postgres'
import { z } from 'zod'
import { sessionOf } from '../../auth/guard.ts'
import { phoneCell } from '../../contract/csv.ts'
import { recordOwner, restoreRequest, SELECTION_BYTES } from '../../contract/inbox.ts'
import {
  bulkChanged,
  bulkUndone,
  type Lead,
  lead,
  leadBulkChange,
  leadDetails,
  leadFilter,
  leadJourney,
  leadPage,
  leadPatch,
  leadSelection,
  type ReplyTimes,
  replyTimes,
} from '../../contract/leads.ts'
import { type Api, CONTACTS, type Deps, FOR_STAFF } from '../../deps.ts'
import type { Inbox } from '../inbox.ts'
import { readLeadDetails } from '../records/details.ts'
import { askerOf, withSessions } from '../records/filter.ts'
import { firstReplyBy, LEAD_LIST, leadsWhere, selectOwners } from '../records/leads.ts'
import { selectOne } from '../records/list.ts'
import { chosenBy } from '../records/selection.ts'
import { inboxRoutes } from '../routes.ts'
import { changeLead, changeMany, undoMany } from './changes.ts'
import { readJourney } from './journey.ts'

const INBOX: Inbox<Lead> = {
  ...LEAD_LIST,
  schemas: {
    item: lead,
    page: leadPage,
    details: leadDetails,
    change: leadPatch,
    filter: leadFilter,
    selection: leadSelection,
  },
  details: readLeadDetails,
  change: changeLead,
  file: {
    subject: 'contact_leads',
    /** The columns of the specification. Do not change them, because other programs read these files. */
    columns: {
      ID: one => one.id,
      Name: one => one.name,
      Email: one => one.email,
      Phone: one => phoneCell(one.phone, one.phoneNumber),
      Business: one => one.business,
      Message: one => one.message,
      Status: one => one.status,
      Source: one => one.source,
      'Created At': one => one.createdAt,
    },
  },
}

export const leadRoutes = (app: Api, deps: Deps): void => {
  inboxRoutes(app, deps, INBOX)
  bulkRoutes(app, deps)
  const { sql, readModel } = deps
  app.get(
    '/api/admin/lead-owners',
    { config: CONTACTS, schema: { response: { 200: z.array(recordOwner) } } },
    () => selectOwners(sql),
  )

  app.get(
    '/api/admin/reply-times',
    { config: CONTACTS, schema: { querystring: leadFilter, response: { 200: replyTimes } } },
    async request => {
      const filter = await withSessions(deps, request.query)
      return readReplyTimes(sql, leadsWhere(sql, filter, askerOf(deps, request)))
    },
  )

  const params = z.object({ leadId: z.uuid('The lead id must be a UUID') })
  app.get(
    '/api/admin/leads/:leadId/journey',
    { config: CONTACTS, schema: { params, response: { 200: leadJourney } } },
    async request =>
      readJourney(await selectOne(sql, LEAD_LIST, request.params.leadId), readModel, request.log),
  )
}

const CHANGES = { ...FOR_STAFF, changes: ['leads'] } as const

const bulkRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps
  app.post(
    '/api/admin/leads/bulk-change',
    {
      config: CHANGES,
      bodyLimit: SELECTION_BYTES,
      schema: { body: leadBulkChange, response: { 200: bulkChanged } },
    },
    async request => {
      const chosen = await chosenBy(deps, LEAD_LIST, request.body, askerOf(deps, request))
      const by = { staff: sessionOf(request).username, now: now() }
      return changeMany(sql, chosen, request.body.change, by)
    },
  )

  app.post(
    '/api/admin/leads/bulk-change/undo',
    { config: CHANGES, schema: { body: restoreRequest, response: { 200: bulkUndone } } },
    async request => {
      const by = { staff: sessionOf(request).username, now: now() }
      return undoMany(sql, request.body.undoToken, by)
    },
  )
}

type WaitRow = {
  by: 'all' | 'person' | 'owner'
  name: string | null
  answered: number
  medianSeconds: number
}

/** Median seconds from a lead to its first reply: in total, by author of the reply, and by the lead's current owner. */
const readReplyTimes = async (sql: Sql, where: Fragment): Promise<ReplyTimes> => {
  const rows = await sql<WaitRow[]>`
    SELECT (ARRAY['person', 'owner', 'all'])[grouping(person, owner)] AS by, coalesce(person, owner) AS name,
      count(*)::int AS answered, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::int AS "medianSeconds"
    FROM (
      SELECT extract(epoch FROM first_reply_at - created_at) AS seconds, ${firstReplyBy(sql)} AS person,
        (SELECT username FROM staff_accounts WHERE id = owner_id) AS owner
      FROM leads WHERE ${where} AND first_reply_at IS NOT NULL) AS replies
    GROUP BY GROUPING SETS ((), (person), (owner)) ORDER BY answered DESC, name`
  const of = (what: WaitRow['by']) => rows.filter(({ by }) => by === what)
  const [all] = of('all')
  return {
    answered: all?.answered ?? 0,
    medianSeconds: all?.medianSeconds ?? null,
    people: of('person').flatMap(({ by: _, name: person, ...times }) =>
      person ? [{ person, ...times }] : [],
    ),
    owners: of('owner').map(({ by: _, name: owner, ...times }) => ({ owner, ...times })),
  }
}
