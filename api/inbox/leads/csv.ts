/** Leads as a file: what a filter finds (GET), or what is ticked (POST). */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Cell, phoneCell } from '../../contract/csv.ts'
import { SELECTION_BYTES } from '../../contract/inbox.ts'
import { type Lead, type LeadOrder, leadSelection, leadsCsvQuery } from '../../contract/leads.ts'
import type { Api, Deps } from '../../deps.ts'
import { type InboxFile, sendChosen, sendFound } from '../csv.ts'
import { CSV_PAGE } from '../csv-stream.ts'
import { type Asker, askerOf } from '../records/lead-filter.ts'
import { countLeads, selectLeads, selectLeadsBy } from '../records/leads.ts'

/** The specified ones and no others: other programs read these files. */
// biome-ignore format: columns in rows
const COLUMNS = ['ID', 'Name', 'Email', 'Phone', 'Business', 'Message', 'Status', 'Source', 'Created At']

const toRow = (lead: Lead): Cell[] => [
  lead.id,
  lead.name,
  lead.email,
  phoneCell(lead.phone),
  lead.business,
  lead.message,
  lead.status,
  lead.source,
  lead.createdAt,
]

const FILE: InboxFile<Lead> = { kind: 'leads', subject: 'contact_leads', header: COLUMNS, toRow }

const staff = { access: 'staff', confirm: true } as const
const file = { 200: { content: { 'text/csv': { schema: z.string() } } } }

export const leadCsvRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/leads.csv',
    { config: staff, schema: { querystring: leadsCsvQuery, response: file } },
    async (request, reply) => {
      const { order, ...filter } = request.query
      return sendFiltered(reply, deps, filter, { asker: askerOf(deps, request), order })
    },
  )

  app.post(
    '/api/admin/leads.csv',
    { config: staff, bodyLimit: SELECTION_BYTES, schema: { body: leadSelection, response: file } },
    async (request, reply) => {
      const { leadIds = [], filter, expectedCount } = request.body
      return filter
        ? sendFiltered(reply, deps, filter, {
            asker: askerOf(deps, request),
            order: 'newest',
            expected: expectedCount,
          })
        : sendChosen(reply, FILE, {
            day: deps.now(),
            ids: leadIds,
            select: unique => selectLeadsBy(deps.sql, deps.sql`id = ANY(${unique}::uuid[])`, unique.length),
          })
    },
  )
}

type Filter = Parameters<typeof countLeads>[1]

type Asked = { asker: Asker; order: LeadOrder; expected?: number | undefined }

const sendFiltered = async (
  reply: FastifyReply,
  { sql, now }: Deps,
  filter: Filter,
  { asker, order, expected }: Asked,
): Promise<FastifyReply> => {
  const { total } = await countLeads(sql, filter, asker)
  return sendFound(reply, FILE, {
    day: now(),
    total,
    expected,
    readPage: cursor =>
      selectLeads(sql, { filter, order, cursor, limit: CSV_PAGE, asker, withoutOthers: true }),
  })
}
