import { HttpError } from '@firsttouch/infra/platform/http/http'
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { v7 } from 'uuid'
import { z } from 'zod'
import {
  accountFactors,
  passkeyAnswer,
  passkeyOptions,
  recoveryCodes,
  totpAnswer,
  totpConfirmation,
} from '../../contract/account.ts'
import type { Api, Deps } from '../../deps.ts'
import { browserOf } from '../enter.ts'
import { sessionOf } from '../guard.ts'
import { revokeAll } from '../sessions.ts'
import { confirmTotp, makeRecoveryCodes, readFactors, removeFactor, startTotp } from './factors.ts'
import { ALGORITHMS, makeChallenge, relyingParty, useChallenge } from './passkeys.ts'
import { WRONG_CODE } from './second-factor.ts'

const READS = { access: 'staff', role: 'viewer', confirm: false, setup: 'factor' } as const
const CHANGES = { access: 'staff', role: 'viewer', confirm: true, setup: 'factor' } as const

export const factorRoutes = (app: Api, { sql, now, config }: Deps): void => {
  app.get(
    '/api/admin/account/factors',
    { config: READS, schema: { response: { 200: accountFactors } } },
    async request => {
      const factors = await readFactors(sql, sessionOf(request).accountId)
      return { required: config.secondFactor === 'required', ...factors }
    },
  )

  app.delete(
    '/api/admin/account/factors/:id',
    {
      config: CHANGES,
      schema: {
        params: z.object({ id: z.union([z.literal('totp'), z.uuid()]) }),
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { accountId, hash } = sessionOf(request)
      if (!(await removeFactor(sql, accountId, request.params.id)))
        throw new HttpError(404, 'This second factor has already been removed.')
      await revokeAll(sql, accountId, hash)
      return reply.status(204).send()
    },
  )

  app.post(
    '/api/admin/account/totp',
    { config: CHANGES, schema: { response: { 200: totpAnswer } } },
    async request => {
      const { accountId, username } = sessionOf(request)
      const started = await startTotp(sql, accountId, username)
      if (started) return started
      throw new HttpError(409, 'An authenticator app is already enabled. Remove it first to add another.')
    },
  )

  app.post(
    '/api/admin/account/totp/confirm',
    { config: CHANGES, schema: { body: totpConfirmation, response: { 200: recoveryCodes } } },
    async request => {
      const { accountId, hash } = sessionOf(request)
      if (!(await confirmTotp(sql, accountId, request.body.code, now())))
        throw new HttpError(400, WRONG_CODE, [{ path: 'code', message: WRONG_CODE }])
      await revokeAll(sql, accountId, hash)
      return { recoveryCodes: await makeRecoveryCodes(sql, accountId) }
    },
  )

  app.post(
    '/api/admin/account/passkeys/options',
    { config: CHANGES, schema: { response: { 200: passkeyOptions } } },
    async request => {
      const { accountId, username } = sessionOf(request)
      const { passkeys } = await readFactors(sql, accountId)
      const options = await generateRegistrationOptions({
        rpName: 'Firsttouch',
        rpID: relyingParty(request).id,
        userName: username,
        userID: Uint8Array.from(Buffer.from(accountId)),
        challenge: await makeChallenge(sql, `add ${accountId}`, now()),
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { ...options }
    },
  )

  app.post(
    '/api/admin/account/passkeys',
    { config: CHANGES, schema: { body: passkeyAnswer, response: { 200: recoveryCodes } } },
    async request => {
      const { accountId, hash } = sessionOf(request)
      const { id, origin } = relyingParty(request)
      const found = await verifyRegistrationResponse({
        response: request.body.passkey as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge => useChallenge(sql, `add ${accountId}`, challenge, now()),
        expectedOrigin: origin,
        expectedRPID: id,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => null)
      if (!found?.verified) throw new HttpError(400, 'This passkey was not accepted. Please add it again.')
      const { credential } = found.registrationInfo
      const added = await sql`
        INSERT INTO staff_passkeys (id, account_id, credential_id, public_key, counter, name, created_at)
        VALUES (${v7()}, ${accountId}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
          ${browserOf(request)}, ${now()})
        ON CONFLICT (credential_id) DO NOTHING RETURNING 1`
      if (added.length === 0) throw new HttpError(409, 'This passkey has already been added.')
      await revokeAll(sql, accountId, hash)
      const { recoveryCodesLeft } = await readFactors(sql, accountId)
      return { recoveryCodes: recoveryCodesLeft > 0 ? [] : await makeRecoveryCodes(sql, accountId) }
    },
  )
}
