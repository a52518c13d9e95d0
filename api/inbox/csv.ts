/** The records of an inbox as a file: those that a filter finds (GET, POST), or those that are ticked (POST). */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { SELECTION_BYTES } from '../contract/inbox.ts'
import { type Api, type Deps, FOR_OWNERS } from '../deps.ts'
import { CSV_PAGE, sendCsv } from './csv-stream.ts'
import type { Inbox } from './inbox.ts'
import { notThere, otherCount } from './records/deletions.ts'
import { askerOf } from './records/filter.ts'
import { type Asked, selectBy, selectPage } from './records/list.ts'

const FILE = { 200: { content: { 'text/csv': { schema: z.string() } } } }

export const fileRoutes = <Item extends { id: string }>(app: Api, deps: Deps, inbox: Inbox<Item>): void => {
  const { schemas } = inbox
  const path = `/api/admin/${inbox.kind.inbox}.csv`
  const config = { ...FOR_OWNERS, confirm: true } as const
  app.get(path, { config, schema: { querystring: schemas.file, response: FILE } }, async (request, reply) => {
    const { query } = request
    return sendFound(reply, deps, inbox, { filter: query, order: query.order, asker: askerOf(deps, request) })
  })

  app.post(
    path,
    { config, bodyLimit: SELECTION_BYTES, schema: { body: schemas.selection, response: FILE } },
    async (request, reply) => {
      const { leadIds, submissionIds, filter, expectedCount } = request.body
      if (!filter) return sendChosen(reply, deps, inbox, leadIds ?? submissionIds ?? [])
      const asker = askerOf(deps, request)
      return sendFound(reply, deps, inbox, { filter, asker, expectedCount })
    },
  )
}

/** Throws a HttpError (409) when the filter finds another number of records than was expected. */
const sendFound = async <Item extends { id: string }>(
  reply: FastifyReply,
  { sql, now }: Deps,
  inbox: Inbox<Item>,
  {
    expectedCount,
    ...asked
  }: Pick<Asked, 'filter' | 'order' | 'asker'> & { expectedCount?: number | undefined },
): Promise<FastifyReply> => {
  const { total } = await inbox.count(sql, inbox.where(sql, asked.filter, asked.asker), asked.asker)
  if (expectedCount !== undefined && total !== expectedCount)
    throw otherCount(inbox.kind, total, expectedCount)
  return sendCsv(reply, {
    ...inbox.file,
    day: now(),
    rows: total,
    readPage: cursor => selectPage(sql, inbox, { ...asked, cursor, limit: CSV_PAGE, forFile: true }),
  })
}

/** Throws a HttpError (404) that names the places of the ids that nothing has. */
const sendChosen = async <Item extends { id: string }>(
  reply: FastifyReply,
  { sql, now }: Deps,
  inbox: Inbox<Item>,
  ids: readonly string[],
): Promise<FastifyReply> => {
  const unique = [...new Set(ids)]
  const items = await selectBy(sql, inbox, sql`id = ANY(${unique}::uuid[])`, unique.length)
  const there = new Set(items.map(item => item.id))
  const missing = ids.flatMap((id, index) => (there.has(id.toLowerCase()) ? [] : [index]))
  if (missing.length > 0) throw notThere(inbox.kind, missing, unique.length)
  const readPage = async () => ({ items, nextCursor: null })
  return sendCsv(reply, { ...inbox.file, day: now(), rows: items.length, readPage })
}
