/** Login with a passkey alone. It counts as two factors: the device, and the fingerprint, face or PIN that unlocks it. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { passkeyAnswer, passkeyOptions } from '../../contract/account.ts'
import { loginAnswer } from '../../contract/session.ts'
import { type Api, type Deps, FOR_ALL } from '../../deps.ts'
import { note } from '../audit.ts'
import { checkCsrf } from '../csrf.ts'
import { enter } from '../enter.ts'
import { throttled } from '../throttle.ts'
import { checkPasskey, makeChallenge, partyOf } from './passkeys.ts'
import { NO_PASSKEY } from './second-factor.ts'

export const passkeyLoginRoutes = (app: Api, { sql, now }: Deps): void => {
  app.post(
    '/api/admin/login/passkey/options',
    { config: FOR_ALL, schema: { response: { 200: passkeyOptions } } },
    async request => {
      checkCsrf(request)
      const options = await generateAuthenticationOptions({
        rpID: partyOf(request).id,
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
