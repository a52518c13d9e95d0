import type { Fragment, Sql } from 'postgres'
import { z } from 'zod'
import { sessionOf } from '../../auth/guard.ts'
import { localTime, phoneCell } from '../../contract/csv.ts'
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
import { announceChange } from '../../live/live.ts'
import type { Inbox } from '../inbox.ts'
import { readLeadDetails } from '../records/details.ts'
import { askerOf, withSessions } from '../records/filter.ts'
import { leadsWhere } from '../records/lead-filter.ts'
import { firstReplyBy, LEAD_LIST, selectOwners } from '../records/leads.ts'
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
    /** The specified ones come first, because other programs read these files by position. */
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
      'Created At (Local)': ({ createdAt }, zone) => localTime(createdAt, zone),
      'Campaign Source': ({ firstTouchUtm }) => firstTouchUtm.utm_source ?? '',
      Campaign: ({ firstTouchUtm }) => firstTouchUtm.utm_campaign ?? '',
      Keyword: ({ firstTouchUtm }) => firstTouchUtm.utm_term ?? '',
      Owner: one => one.owner?.username ?? '',
      'Follow-up': one => one.followUp ?? '',
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

const bulkRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps
  app.post(
    '/api/admin/leads/bulk-change',
    {
      config: FOR_STAFF,
      bodyLimit: SELECTION_BYTES,
      schema: { body: leadBulkChange, response: { 200: bulkChanged } },
    },
    async request => {
      const chosen = await chosenBy(deps, LEAD_LIST, request.body, askerOf(deps, request))
      const by = { staff: sessionOf(request).username, now: now() }
      const answer = await changeMany(sql, chosen, request.body.change, by)
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

type WaitRow = { isWhole: boolean; person: string | null; answered: number; median: number }

/** How long leads waited for their first reply: all together, and by who made it. */
const readReplyTimes = async (sql: Sql, where: Fragment): Promise<ReplyTimes> => {
  const rows = await sql<WaitRow[]>`
    SELECT grouping(person) = 1 AS "isWhole", person, count(*)::int AS answered,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::int AS median
    FROM (
      SELECT extract(epoch FROM first_reply_at - created_at) AS seconds, ${firstReplyBy(sql)} AS person
      FROM leads WHERE ${where} AND first_reply_at IS NOT NULL) AS replies
    GROUP BY GROUPING SETS ((), (person)) ORDER BY answered DESC, person`
  const whole = rows.find(row => row.isWhole)
  return {
    answered: whole?.answered ?? 0,
    medianSeconds: whole?.median ?? null,
    people: rows.flatMap(({ person, answered, median }) =>
      person === null ? [] : [{ person, answered, medianSeconds: median }],
    ),
  }
}
