/** Owners see and change the team; an invited person chooses a password. */
import { z } from 'zod'
import {
  acceptAnswer,
  acceptRequest,
  invitationAnswer,
  invitationRequest,
  memberPatch,
  team,
} from '../../contract/team.ts'
import { type Api, type Deps, FOR_ALL, FOR_OWNERS } from '../../deps.ts'
import { changeAccount, listMembers } from '../accounts.ts'
import { note } from '../audit.ts'
import { checkCsrf } from '../csrf.ts'
import { sessionOf } from '../guard.ts'
import { accept, invite } from './invitations.ts'

const ASKS = { ...FOR_OWNERS, confirm: true } as const

export const teamRoutes = (app: Api, { sql, now, config }: Deps): void => {
  app.get('/api/admin/team', { config: FOR_OWNERS, schema: { response: { 200: team } } }, () =>
    listMembers(sql),
  )

  const params = z.object({ accountId: z.uuid('The account id must be a UUID') })
  app.patch(
    '/api/admin/team/:accountId',
    { config: ASKS, schema: { params, body: memberPatch, response: { 200: team } } },
    async request => {
      await changeAccount(sql, request.params.accountId, request.body, now())
      return listMembers(sql)
    },
  )

  app.post(
    '/api/admin/team/invitations',
    { config: ASKS, schema: { body: invitationRequest, response: { 201: invitationAnswer } } },
    async (request, reply) => {
      const { token, expiresAt } = await invite(sql, request.body, sessionOf(request), now())
      const site = config.site.siteUrl || `${request.protocol}://${request.host}`
      const { username } = request.body
      // Behind # the token is in no server's log.
      const url = `${site}/invitation#${new URLSearchParams({ username, token })}`
      return reply.status(201).send({ url, expiresAt })
    },
  )

  app.post(
    '/api/invitation',
    { config: FOR_ALL, schema: { body: acceptRequest, response: { 201: acceptAnswer } } },
    async (request, reply) => {
      checkCsrf(request)
      const { username, role } = await accept(sql, request.body, now())
      await note(sql, request, 'invitation.accepted', username, now(), { role })
      return reply.status(201).send({ username })
    },
  )
}
