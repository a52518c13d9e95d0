/** The records of an inbox as a file: those that a filter finds, or those that are ticked. */
import type { FastifyReply } from 'fastify'
import { type CsvFile, sendCsv } from './csv-stream.ts'
import { notThere, otherCount } from './records/deletions.ts'

type Kind = Parameters<typeof otherCount>[0]
/** What every file of an inbox has in common. */
export type InboxFile<T> = Pick<CsvFile<T>, 'subject' | 'header' | 'toRow'> & { kind: Kind }
type Found<T> = Pick<CsvFile<T>, 'day' | 'readPage'> & { total: number; expected: number | undefined }
type Chosen<T> = { day: Date; ids: readonly string[]; select: (unique: string[]) => Promise<T[]> }

/** Throws a 409 when the filter finds another number of records than was expected. */
export const sendFound = async <T>(
  reply: FastifyReply,
  { kind, ...file }: InboxFile<T>,
  { total, expected, ...found }: Found<T>,
): Promise<FastifyReply> => {
  if (expected !== undefined && total !== expected) throw otherCount(kind, total, expected)
  return sendCsv(reply, { ...file, ...found, rows: total })
}

/** Throws a 404 that names the places of the ids that nothing has. */
export const sendChosen = async <T extends { id: string }>(
  reply: FastifyReply,
  { kind, ...file }: InboxFile<T>,
  { day, ids, select }: Chosen<T>,
): Promise<FastifyReply> => {
  const unique = [...new Set(ids)]
  const items = await select(unique)
  const there = new Set(items.map(item => item.id))
  const missing = ids.flatMap((id, index) => (there.has(id.toLowerCase()) ? [] : [index]))
  if (missing.length > 0) throw notThere(kind, missing, unique.length)
  const readPage = async () => ({ items, nextCursor: null })
  return sendCsv(reply, { ...file, day, rows: items.length, readPage })
}
