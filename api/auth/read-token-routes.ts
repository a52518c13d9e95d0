/** Owners create, list and revoke read tokens. */
import { networkOf } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { newReadToken, readToken, readTokenRequest } from '../contract/read-tokens.ts'
import { type Api, type Deps, FOR_OWNERS } from '../deps.ts'
import { audit } from './audit.ts'
import { sessionOf } from './guard.ts'
import { createToken, listTokens, revokeToken } from './read-tokens.ts'

export const readTokenRoutes = (app: Api, { sql, now }: Deps): void => {
  const note = (request: FastifyRequest, verb: string, detail: Record<string, string>) =>
    audit(sql, {
      ...{ at: now(), actor: sessionOf(request).username, action: `token.${verb}`, detail },
      network: networkOf(request.ip),
    })

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
      const made = await createToken(sql, request.body, { ...sessionOf(request), now: now() })
      await note(request, 'created', { id: made.id, name: made.name, scope: made.scope })
      return reply.status(201).send(made)
    },
  )

  const params = z.object({ tokenId: z.uuid('The token id must be a UUID') })
  app.delete(
    '/api/admin/read-tokens/:tokenId',
    { config: FOR_OWNERS, schema: { params, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const { tokenId: id } = request.params
      await note(request, 'revoked', { id, name: await revokeToken(sql, id) })
      return reply.status(204).send()
    },
  )
}
