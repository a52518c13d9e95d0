import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { CSV_MARK, csvFileName, csvRow } from '../contract/csv.ts'
import { inboxQueries, SELECTION_BYTES } from '../contract/inbox.ts'
import { type Api, type Deps, FOR_OWNERS } from '../deps.ts'
import type { Inbox } from './inbox.ts'
import { askerOf, withSessions } from './records/filter.ts'
import { type Asked, selectBy, selectPage } from './records/list.ts'
import { refuseMissing, refuseOtherCount } from './records/selection.ts'

const FILE = { 200: { content: { 'text/csv': { schema: z.string() } } } }

export const fileRoutes = <Item extends { id: string }>(app: Api, deps: Deps, inbox: Inbox<Item>): void => {
  const { schemas } = inbox
  const path = `/api/admin/${inbox.kind.inbox}.csv`
  const config = { ...FOR_OWNERS, confirm: true } as const
  const { file } = inboxQueries(schemas.filter, Object.keys(inbox.orders))
  app.get(path, { config, schema: { querystring: file, response: FILE } }, async (request, reply) => {
    const query = await withSessions(deps, request.query)
    return sendFound(reply, deps, inbox, { filter: query, order: query.order, asker: askerOf(deps, request) })
  })

  app.post(
    path,
    { config, bodyLimit: SELECTION_BYTES, schema: { body: schemas.selection, response: FILE } },
    async (request, reply) => {
      const { leadIds, submissionIds, filter: given, expectedCount } = request.body
      const filter = given && (await withSessions(deps, given))
      if (!filter) return sendChosen(reply, deps, inbox, leadIds ?? submissionIds ?? [])
      const asker = askerOf(deps, request)
      return sendFound(reply, deps, inbox, { filter, asker, expectedCount })
    },
  )
}

type Found = Pick<Asked, 'filter' | 'order' | 'asker'> & { expectedCount?: number | undefined }

const sendFound = async <Item extends { id: string }>(
  reply: FastifyReply,
  { sql, now }: Deps,
  inbox: Inbox<Item>,
  { expectedCount, ...asked }: Found,
) => {
  const { total } = await inbox.count(sql, inbox.where(sql, asked.filter, asked.asker), asked.asker)
  if (expectedCount !== undefined) refuseOtherCount(inbox.kind, total, expectedCount)
  return sendCsv(reply, inbox.file, now(), total, cursor =>
    selectPage(sql, inbox, { ...asked, cursor, limit: CSV_PAGE, forFile: true }),
  )
}

const sendChosen = async <Item extends { id: string }>(
  reply: FastifyReply,
  { sql, now }: Deps,
  inbox: Inbox<Item>,
  ids: readonly string[],
) => {
  const unique = [...new Set(ids)]
  const items = await selectBy(sql, inbox, sql`id = ANY(${unique}::uuid[])`, unique.length)
  refuseMissing(inbox.kind, ids, new Set(items.map(item => item.id)))
  return sendCsv(reply, inbox.file, now(), items.length, async () => ({ items, nextCursor: null }))
}

export const CSV_PAGE = 500

type ReadPage<Item> = (cursor?: string) => Promise<{ items: Item[]; nextCursor: string | null }>

/** Reads the first page before the header is sent, so that a failed read gives an error and not half a file. */
const sendCsv = async <Item extends { id: string }>(
  reply: FastifyReply,
  { subject, columns }: Inbox<Item>['file'],
  day: Date,
  rows: number,
  readPage: ReadPage<Item>,
) => {
  const first = await readPage()
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${csvFileName(subject, day)}"`)
    .header('x-total-count', rows)
    .send(Readable.from(chunks(columns, first, readPage)))
}

async function* chunks<Item extends { id: string }>(
  columns: Inbox<Item>['file']['columns'],
  first: Awaited<ReturnType<ReadPage<Item>>>,
  readPage: ReadPage<Item>,
) {
  const cells = Object.values(columns)
  yield `${CSV_MARK}${csvRow(Object.keys(columns))}`
  for (let page = first; ; page = await readPage(page.nextCursor ?? undefined)) {
    if (page.items.length > 0) yield page.items.map(item => csvRow(cells.map(cell => cell(item)))).join('')
    if (page.nextCursor === null) return
  }
}
