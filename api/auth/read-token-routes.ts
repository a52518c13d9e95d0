/** A read token has a prefix for secret scanners and 256 random bits. Only its SHA-256 is stored. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { v7 } from 'uuid'
import { z } from 'zod'
import { newReadToken, readToken, readTokenRequest, type StoredToken } from '../contract/read-tokens.ts'
import { type Api, type Deps, FOR_OWNERS } from '../deps.ts'
import { note } from './audit.ts'
import { sessionOf } from './guard.ts'
import { announceRevocation, newToken, tokenHash } from './sessions.ts'

export const readTokenRoutes = (app: Api, { sql, now }: Deps): void => {
  app.get(
    '/api/admin/read-tokens',
    { config: FOR_OWNERS, schema: { response: { 200: z.array(readToken) } } },
    () => sql<StoredToken[]>`
      SELECT t.id, t.name, t.scope, a.username AS "createdBy", t.created_at AS "createdAt", t.last_used_at AS "lastUsedAt",
        a.disabled_at IS NULL AND a.role = 'owner' AS works
      FROM read_tokens t JOIN staff_accounts a ON a.id = t.created_by ORDER BY t.created_at, t.id`,
  )

  app.post(
    '/api/admin/read-tokens',
    {
      config: { ...FOR_OWNERS, confirm: true },
      schema: { body: readTokenRequest, response: { 201: newReadToken } },
    },
    async (request, reply) => {
      const { accountId, username } = sessionOf(request)
      const made = { id: v7(), ...request.body }
      const [token, createdAt] = [`ft_${newToken()}`, now()]
      await sql`
        INSERT INTO read_tokens (id, token_hash, name, scope, created_by, created_at)
        VALUES (${made.id}, ${tokenHash(token)}, ${made.name}, ${made.scope}, ${accountId}, ${createdAt})`
      await note(sql, request, 'token.created', username, createdAt, made)
      const answer = { ...made, token, createdBy: username, createdAt, lastUsedAt: null, works: true }
      return reply.status(201).send(answer)
    },
  )

  const params = z.object({ tokenId: z.uuid('The token id must be a UUID') })
  app.delete(
    '/api/admin/read-tokens/:tokenId',
    { config: FOR_OWNERS, schema: { params, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const { tokenId: id } = request.params
      const [revoked] = await sql<{ name: string }[]>`DELETE FROM read_tokens WHERE id = ${id} RETURNING name`
      if (!revoked)
        throw new HttpError(404, 'There is no such read token. It may have been revoked: reload the page.')
      await announceRevocation(sql)
      await note(sql, request, 'token.revoked', sessionOf(request).username, now(), {
        id,
        name: revoked.name,
      })
      return reply.status(204).send()
    },
  )
}
