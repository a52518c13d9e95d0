/** A list as a file, written page by page: as many rows as there are, with one page of them in memory. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Cell, CSV_MARK, csvFileName, csvRow } from '../contract/csv.ts'

type Page<T> = { items: T[]; nextCursor: string | null }

export const CSV_PAGE = 500

type CsvFile<T> = {
  subject: string
  day: Date
  rows: number
  columns: Record<string, (item: T) => Cell>
  readPage: (cursor: string | undefined) => Promise<Page<T>>
}

/** The first page is read before anything is sent: an error then is an error, and not half a file. */
export const sendCsv = async <T>(reply: FastifyReply, file: CsvFile<T>): Promise<FastifyReply> => {
  const first = await file.readPage(undefined)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${csvFileName(file.subject, file.day)}"`)
    .header('x-total-count', file.rows)
    .send(Readable.from(chunks(file, first)))
}

async function* chunks<T>({ columns, readPage }: CsvFile<T>, first: Page<T>) {
  const cells = Object.values(columns)
  yield `${CSV_MARK}${csvRow(Object.keys(columns))}`
  for (let page = first; ; page = await readPage(page.nextCursor ?? undefined)) {
    if (page.items.length > 0) yield page.items.map(item => csvRow(cells.map(cell => cell(item)))).join('')
    if (page.nextCursor === null) return
  }
}
