import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import { readToken, signToken, useNonce } from '@firsttouch/infra/stores/signed-token'
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { Who } from '../enter.ts'

const CHALLENGE_MS = 5 * MINUTE_MS
/** COSE ids of the algorithms EdDSA, ES256 and RS256. The library's default list makes Node print warnings. */
export const ALGORITHMS = [-8, -7, -257]
/** `add` is followed by the id of the account that gets the new passkey. */
type Purpose = 'login' | `add ${string}`

export const makeChallenge = async (sql: ISql, purpose: Purpose, now: Date): Promise<string> =>
  signToken(await loadSecret(sql), `passkey ${purpose}`, now)

/** `encoded` is the challenge in base64url, as the browser signed it. Each challenge works only once. */
export const useChallenge = async (sql: ISql, purpose: Purpose, encoded: string, now: Date) => {
  const challenge = Buffer.from(encoded, 'base64url').toString()
  const read = readToken(await loadSecret(sql), `passkey ${purpose}`, challenge)
  return read !== null && now.getTime() - read.at <= CHALLENGE_MS && useNonce(sql, read.nonce, now)
}

/** Relying party: the host of the page. A browser refuses to sign for another host. */
export const relyingParty = ({ protocol, host, hostname }: FastifyRequest) => ({
  id: hostname,
  origin: `${protocol}://${host}`,
})

/** Returns the account whose passkey signed the challenge, or null for an invalid answer or a disabled account. */
export const checkPasskey = async (sql: ISql, request: FastifyRequest, given: { id: string }, now: Date) => {
  type Row = Who & { publicKey: Uint8Array<ArrayBuffer>; counter: number }
  const [row] = await sql<Row[]>`
    SELECT a.id, a.username, p.public_key AS "publicKey", p.counter::float8 AS counter
    FROM staff_passkeys p JOIN staff_accounts a ON a.id = p.account_id
    WHERE p.credential_id = ${given.id} AND a.disabled_at IS NULL`
  if (!row) return null
  const { id, origin } = relyingParty(request)
  let challenge = ''
  const found = await verifyAuthenticationResponse({
    response: given as AuthenticationResponseJSON,
    // Accepts every challenge here. `useChallenge` below checks it after the library has verified the signature.
    expectedChallenge: signed => {
      challenge = signed
      return true
    },
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: given.id, publicKey: row.publicKey, counter: row.counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (!found?.verified || !(await useChallenge(sql, 'login', challenge, now))) return null
  await sql`
    UPDATE staff_passkeys SET counter = ${found.authenticationInfo.newCounter}, used_at = ${now}
    WHERE credential_id = ${given.id}`
  return { id: row.id, username: row.username }
}
