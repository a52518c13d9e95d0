/** Bulk reads of contacts equal an export: they need re-authentication, and every 1,000 records of a session are audited. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { note } from '../auth/audit.ts'
import { sessionOf } from '../auth/guard.ts'
import type { Deps } from '../deps.ts'

/** Larger pages need re-authentication. The dashboard requests 25. */
const SCREEN = 50
/** Normal scrolling reads a few hundred records a day. */
const NOTED_EVERY = 1_000

const page = z.object({ limit: z.number() })

export const readsInBulk = ({ query }: FastifyRequest): string | null =>
  page.parse(query).limit > SCREEN ? 'contacts_in_bulk' : null

export const countContacts = async (
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
  await note(sql, request, 'contacts.read', username, now(), { contacts: read })
}
