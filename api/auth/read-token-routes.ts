/** Owners create, list and revoke read tokens. */
import { z } from 'zod'
import { newReadToken, readToken, readTokenRequest } from '../contract/read-tokens.ts'
import { type Api, type Deps, FOR_OWNERS } from '../deps.ts'
import { note } from './audit.ts'
import { sessionOf } from './guard.ts'
import { createToken, listTokens, revokeToken } from './read-tokens.ts'

export const readTokenRoutes = (app: Api, { sql, now }: Deps): void => {
  app.get(
    '/api/admin/read-tokens',
    { config: FOR_OWNERS, schema: { response: { 200: z.array(readToken) } } },
    () => listTokens(sql),
  )

  app.post(
    '/api/admin/read-tokens',
    {
      config: { ...FOR_OWNERS, confirm: true },
      schema: { body: readTokenRequest, response: { 201: newReadToken } },
    },
    async (request, reply) => {
      const { accountId, username } = sessionOf(request)
      const made = await createToken(sql, request.body, { accountId, username, now: now() })
      const { id, name, scope } = made
      await note(sql, request, 'token.created', username, now(), { id, name, scope })
      return reply.status(201).send(made)
    },
  )

  const params = z.object({ tokenId: z.uuid('The token id must be a UUID') })
  app.delete(
    '/api/admin/read-tokens/:tokenId',
    { config: FOR_OWNERS, schema: { params, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const { tokenId: id } = request.params
      const name = await revokeToken(sql, id)
      await note(sql, request, 'token.revoked', sessionOf(request).username, now(), { id, name })
      return reply.status(204).send()
    },
  )
}
