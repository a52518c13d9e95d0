import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { note as noteCall } from '../auth/audit.ts'
import { sessionOf } from '../auth/guard.ts'
import {
  deletedAnswer,
  inboxQueries,
  note,
  noteRequest,
  restoredAnswer,
  restoreRequest,
  SELECTION_BYTES,
} from '../contract/inbox.ts'
import { type Api, CONTACTS, type Deps, FOR_STAFF } from '../deps.ts'
import { fileRoutes } from './csv.ts'
import type { Inbox } from './inbox.ts'
import { deleteRecords, restore, restoreChosen } from './records/deletions.ts'
import { askerOf, withSessions } from './records/filter.ts'
import { idOf } from './records/kind.ts'
import { selectOne, selectPage } from './records/list.ts'
import { chosenBy } from './records/selection.ts'
import { insertNote } from './records/staff-marks.ts'

/** Maximum page size without re-authentication. A larger page amounts to an export. The dashboard requests 25. */
const SCREEN = 50
const page = z.object({ limit: z.number() })
const readsInBulk = ({ query }: FastifyRequest): string | null =>
  page.parse(query).limit > SCREEN ? 'contacts_in_bulk' : null
const contacts = { ...CONTACTS, confirm: readsInBulk } as const

type Routes = <Item extends { id: string }>(app: Api, deps: Deps, inbox: Inbox<Item>) => void

export const inboxRoutes: Routes = (app, deps, inbox) => {
  listRoutes(app, deps, inbox)
  recordRoutes(app, deps, inbox)
  deletionRoutes(app, deps, inbox)
  fileRoutes(app, deps, inbox)
}

const listRoutes: Routes = (app, deps, inbox) => {
  const { sql } = deps
  const { schemas } = inbox
  const queries = inboxQueries(schemas.filter, Object.keys(inbox.orders))
  const path = `/api/admin/${inbox.kind.inbox}`
  app.get(
    path,
    { config: contacts, schema: { querystring: queries.list, response: { 200: z.array(schemas.item) } } },
    async (request, reply) => {
      const query = await withSessions(deps, request.query)
      const asker = askerOf(deps, request)
      const [{ items, nextCursor }, { total }] = await Promise.all([
        selectPage(sql, inbox, { ...query, filter: query, asker }),
        inbox.count(sql, inbox.where(sql, query, asker), asker),
      ])
      sayWhatIsLeft(reply, request.url, { total, nextCursor })
      await countContacts(deps, request, items.length)
      return items
    },
  )

  const everything = schemas.filter.parse({})
  app.get(
    `${path}/search`,
    { config: contacts, schema: { querystring: queries.search, response: { 200: schemas.page } } },
    async request => {
      const query = await withSessions(deps, request.query)
      const asker = askerOf(deps, request)
      const [page, counts, all] = await Promise.all([
        selectPage(sql, inbox, { ...query, filter: query, asker }),
        inbox.count(sql, inbox.where(sql, query, asker), asker),
        inbox.count(sql, inbox.where(sql, everything, asker), asker),
      ])
      await countContacts(deps, request, page.items.length)
      return { ...page, ...counts, inbox: all }
    },
  )
}

const sayWhatIsLeft = (
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

const recordRoutes: Routes = (app, { sql, now }, inbox) => {
  const { kind, schemas } = inbox
  const name = idOf(kind)
  const config = { ...FOR_STAFF, changes: [kind.inbox] }
  const path = `/api/admin/${kind.inbox}/:${name}`
  const params = z.record(z.literal(name), z.uuid(`The ${kind.noun} id must be a UUID`))
  app.get(path, { config: CONTACTS, schema: { params, response: { 200: schemas.details } } }, async request =>
    inbox.details(sql, request.params[name]),
  )

  app.patch(
    path,
    { config, schema: { params, body: schemas.change, response: { 200: schemas.item } } },
    async request => {
      const id = request.params[name]
      await inbox.change(sql, id, request.body, { staff: sessionOf(request).username, now: now() })
      return selectOne(sql, inbox, id)
    },
  )

  app.post(
    `${path}/notes`,
    { config, schema: { params, body: noteRequest, response: { 201: note } } },
    async (request, reply) => {
      const by = { ...request.body, author: sessionOf(request).username, now: now() }
      return reply.status(201).send(await insertNote(sql, kind, request.params[name], by))
    },
  )
}

const deletionRoutes: Routes = (app, deps, inbox) => {
  const { sql, now } = deps
  const { kind, schemas } = inbox
  const config = { ...FOR_STAFF, changes: [kind.inbox] }
  app.delete(
    `/api/admin/${kind.inbox}/bulk-delete`,
    {
      config,
      bodyLimit: SELECTION_BYTES,
      schema: { body: schemas.selection, response: { 200: deletedAnswer } },
    },
    async request => {
      const by = { staff: sessionOf(request).username, now: now() }
      const chosen = await chosenBy(deps, inbox, request.body, askerOf(deps, request))
      return deleteRecords(sql, kind, chosen, by)
    },
  )

  app.post(
    `/api/admin/${kind.inbox}/bulk-restore`,
    {
      config,
      bodyLimit: SELECTION_BYTES,
      schema: { body: schemas.selection, response: { 200: restoredAnswer } },
    },
    async request => {
      const chosen = await chosenBy(deps, inbox, request.body, askerOf(deps, request))
      return { restored: await restoreChosen(sql, kind, chosen, now()) }
    },
  )

  app.post(
    `/api/admin/${kind.inbox}/restore`,
    { config, schema: { body: restoreRequest, response: { 200: restoredAnswer } } },
    async request => ({ restored: await restore(sql, kind, request.body.undoToken, now()) }),
  )
}

/** Writes an audit entry for every thousand contacts that a session reads. Normal work reads a few hundred a day. */
const NOTED_EVERY = 1_000

const countContacts = async (
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  request: FastifyRequest,
  contacts: number,
): Promise<void> => {
  if (contacts === 0) return
  const { hash, username, isToken } = sessionOf(request)
  const [row] = await sql<{ read: number }[]>`
    UPDATE ${sql(isToken ? 'read_tokens' : 'staff_sessions')} SET contacts_read = contacts_read + ${contacts} WHERE token_hash = ${hash}
    RETURNING contacts_read AS read`
  const read = row?.read ?? 0
  if (Math.floor(read / NOTED_EVERY) === Math.floor((read - contacts) / NOTED_EVERY)) return
  await noteCall(sql, request, 'contacts.read', username, now(), { contacts: read })
}
