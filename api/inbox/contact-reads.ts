/** Reading contacts in bulk is as good as an export: it asks for the password, and each further thousand of a session is noted. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { note } from '../auth/audit.ts'
import { sessionOf } from '../auth/guard.ts'
import type { Deps } from '../deps.ts'

/** The dashboard asks for 25. */
const SCREEN = 50
/** Staff who scroll read some hundreds a day. */
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
