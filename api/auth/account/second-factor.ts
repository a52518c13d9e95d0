import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import { passkeyAnswer, passkeyOptions } from '../../contract/account.ts'
import { type LoginRequest, loginAnswer } from '../../contract/session.ts'
import { type Api, type Deps, FOR_ALL } from '../../deps.ts'
import { note } from '../audit.ts'
import { checkCsrf } from '../csrf.ts'
import { enter, type Who } from '../enter.ts'
import { throttled } from '../throttle.ts'
import { readFactors, useCode } from './factors.ts'
import { checkPasskey, makeChallenge, relyingParty } from './passkeys.ts'

/** Returns the name of the accepted factor. Throws HttpError 401 with the problem in `code`, 429 while throttled. */
export const demandSecondFactor = async (
  sql: ISql,
  request: FastifyRequest,
  account: Who,
  { code, passkey }: Pick<LoginRequest, 'code' | 'passkey'>,
  now: Date,
): Promise<string> => {
  const { totp, hasAny } = await readFactors(sql, account.id)
  if (!hasAny) return 'password'
  const refuse = async (because: string, detail: string, problem: string): Promise<never> => {
    await note(sql, request, 'login.refused', account.username, now, { because })
    throw Object.assign(new HttpError(401, detail), { code: problem })
  }
  if (passkey) {
    const owner = await checkPasskey(sql, request, passkey, now)
    if (owner?.id === account.id) return 'passkey'
    return refuse(
      'passkey',
      owner ? 'This passkey belongs to another account.' : NO_PASSKEY,
      'passkey_refused',
    )
  }
  if (code === undefined)
    return totp
      ? refuse('no code', 'Enter the code from your authenticator app.', 'totp_required')
      : refuse('no passkey', 'Use your passkey, or enter a recovery code.', 'passkey_required')
  const used = await useCode(sql, account.id, code, now)
  return used ?? refuse('code', WRONG_CODE, 'code_refused')
}

export const NO_PASSKEY = 'This passkey was not accepted. Please try again.'
export const WRONG_CODE =
  'This code is wrong or has already been used. Wait for the next one, and check the clock of the device that shows it.'

export const passkeyLoginRoutes = (app: Api, { sql, now }: Deps): void => {
  app.post(
    '/api/admin/login/passkey/options',
    { config: FOR_ALL, schema: { response: { 200: passkeyOptions } } },
    async request => {
      checkCsrf(request)
      const options = await generateAuthenticationOptions({
        rpID: relyingParty(request).id,
        challenge: await makeChallenge(sql, 'login', now()),
        userVerification: 'required',
      })
      return { ...options }
    },
  )

  app.post(
    '/api/admin/login/passkey',
    { config: FOR_ALL, schema: { body: passkeyAnswer, response: { 200: loginAnswer } } },
    async (request, reply) => {
      checkCsrf(request)
      const network = { kind: 'network', name: networkKey(request.ip) } as const
      const account = await throttled(sql, [network], now(), 'passkeys', () =>
        checkPasskey(sql, request, request.body.passkey, now()),
      )
      if (!account) {
        await note(sql, request, 'login.refused', 'nobody', now(), { because: 'passkey' })
        throw Object.assign(new HttpError(401, NO_PASSKEY), { code: 'passkey_refused' })
      }
      return enter(sql, reply, account, now(), { factor: 'passkey' })
    },
  )
}
