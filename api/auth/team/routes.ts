/** An invitation link expires after a day, and its recipient chooses the password. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { ISql, Sql } from 'postgres'
import { z } from 'zod'
import type { Role } from '../../contract/roles.ts'
import {
  acceptAnswer,
  acceptRequest,
  invitationAnswer,
  invitationRequest,
  invitations,
  memberPatch,
  team,
} from '../../contract/team.ts'
import { type Api, type Deps, FOR_ALL, FOR_OWNERS } from '../../deps.ts'
import { changeAccount, createAccount, findAccount, listAccounts } from '../accounts.ts'
import { note } from '../audit.ts'
import { checkCsrf } from '../csrf.ts'
import { sessionOf } from '../guard.ts'
import { newToken, tokenHash } from '../sessions.ts'

const ASKS = { ...FOR_OWNERS, confirm: true } as const

export const teamRoutes = (app: Api, { sql, now, config }: Deps): void => {
  app.get('/api/admin/team', { config: FOR_OWNERS, schema: { response: { 200: team } } }, () =>
    listAccounts(sql),
  )

  const params = z.object({ accountId: z.uuid('The account id must be a UUID') })
  app.patch(
    '/api/admin/team/:accountId',
    { config: ASKS, schema: { params, body: memberPatch, response: { 200: team } } },
    async request => {
      await changeAccount(sql, request.params.accountId, request.body, now())
      return listAccounts(sql)
    },
  )

  app.post(
    '/api/admin/team/invitations',
    { config: ASKS, schema: { body: invitationRequest, response: { 201: invitationAnswer } } },
    async (request, reply) => {
      const { username, role } = request.body
      if (await findAccount(sql, username))
        throw new HttpError(409, `An account named ${username} already exists. Choose another name.`)
      const token = newToken()
      const expiresAt = new Date(now().getTime() + DAY_MS)
      await sql.begin(async tx => {
        await endInvitation(tx, username)
        await tx`
          INSERT INTO staff_invitations (token_hash, username, role, created_by, created_at, expires_at)
          VALUES (${tokenHash(token)}, ${username}, ${role}, ${sessionOf(request).accountId}, ${now()}, ${expiresAt})`
      })
      const site = config.site.siteUrl || `${request.protocol}://${request.host}`
      // Browsers do not send the fragment of a URL, so the token stays out of server logs.
      const url = `${site}/invitation#${new URLSearchParams({ username, token })}`
      return reply.status(201).send({ url, expiresAt })
    },
  )

  app.get(
    '/api/admin/team/invitations',
    { config: FOR_OWNERS, schema: { response: { 200: invitations } } },
    () => openInvitations(sql, now()),
  )

  app.delete(
    '/api/admin/team/invitations/:username',
    {
      config: FOR_OWNERS,
      schema: { params: invitationRequest.pick({ username: true }), response: { 200: invitations } },
    },
    async request => {
      await endInvitation(sql, request.params.username)
      return openInvitations(sql, now())
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

const openInvitations = (sql: Sql, now: Date) => sql<z.output<typeof invitations>>`
  SELECT i.username, i.role, a.username AS "createdBy", expires_at AS "expiresAt"
  FROM staff_invitations i JOIN staff_accounts a ON a.id = created_by
  WHERE used_at IS NULL AND expires_at > ${now} AND a.disabled_at IS NULL AND a.role = 'owner'
  ORDER BY expires_at`

const endInvitation = (sql: ISql, username: string) =>
  sql`DELETE FROM staff_invitations WHERE lower(username) = lower(${username}) AND used_at IS NULL`

type Found = { username: string; role: Role; isUsed: boolean; isExpired: boolean; holds: boolean }

/** Creates the account and marks the invitation as used. If it throws HttpError, the link stays valid. */
const accept = (sql: Sql, { token, password }: { token: string; password: string }, now: Date) =>
  sql.begin(async transaction => {
    const hash = tokenHash(token)
    const [found] = await transaction<Found[]>`
      SELECT i.username, i.role, used_at IS NOT NULL AS "isUsed", expires_at <= ${now} AS "isExpired",
        a.disabled_at IS NULL AND a.role = 'owner' AS holds
      FROM staff_invitations i JOIN staff_accounts a ON a.id = created_by
      WHERE token_hash = ${hash} FOR UPDATE OF i`
    if (!found) throw new HttpError(404, `This link is unknown or was replaced by a later one. ${ASK}`)
    if (found.isUsed)
      throw new HttpError(410, 'This link has already been used: log in with the password chosen then.')
    if (found.isExpired)
      throw new HttpError(410, `This link has expired. Links are valid for one day. ${ASK}`)
    if (!found.holds)
      throw new HttpError(410, `The person who invited you can no longer invite people. ${ASK}`)
    const { username, role } = found
    await createAccount(transaction, { username, password, role }, now)
    await transaction`UPDATE staff_invitations SET used_at = ${now} WHERE token_hash = ${hash}`
    return { username, role }
  })

const ASK = 'Ask an owner for a new link.'
