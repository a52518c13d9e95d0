/** The signed time at which a form was shown. A submission within two seconds comes from a program. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '@firsttouch/infra/platform/timing'

export const FASTEST_MS = 2_000
export const SLOWEST_MS = 2 * HOUR_MS

/** Why a submission counts as spam; empty for one that does not. Kept with the record. */
export type SpamReason = '' | 'honeypot' | 'too_fast' | 'expired_token' | 'forged_token' | 'replayed_token'

export const issueToken = (secret: Buffer, now: Date): string => {
  const claim = `${now.getTime()}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${sign(secret, claim)}`
}

/** No token is no fault: the page may have failed to fetch one. */
export const judgeToken = (
  secret: Buffer,
  token: string,
  now: Date,
): { reason: SpamReason; nonce: string | null } => {
  if (token === '') return { reason: '', nonce: null }
  const [time = '', nonce = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(secret, `${time}.${nonce}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return { reason: 'forged_token', nonce: null }
  const age = now.getTime() - Number(time)
  if (age < FASTEST_MS) return { reason: 'too_fast', nonce }
  return { reason: age > SLOWEST_MS ? 'expired_token' : '', nonce }
}

const sign = (secret: Buffer, claim: string): string =>
  createHmac('sha256', secret).update(`form:${claim}`).digest('base64url')
