import { HOUR_MS } from '@firsttouch/infra/platform/timing'
import { readToken, signToken } from '@firsttouch/infra/stores/signed-token'

export const FASTEST_MS = 2_000
export const SLOWEST_MS = 2 * HOUR_MS

/** Reason for the spam mark. Empty if the record is not spam. */
export type SpamReason = '' | 'honeypot' | 'too_fast' | 'expired_token' | 'forged_token' | 'replayed_token'

export const issueToken = (secret: Buffer, now: Date): string => signToken(secret, 'form', now)

/** A missing token is not spam, because the page may have failed to fetch one. */
export const judgeToken = (
  secret: Buffer,
  token: string,
  now: Date,
): { reason: SpamReason; nonce: string | null } => {
  if (token === '') return { reason: '', nonce: null }
  const read = readToken(secret, 'form', token)
  if (!read) return { reason: 'forged_token', nonce: null }
  const { at, nonce } = read
  const age = now.getTime() - at
  if (age < FASTEST_MS) return { reason: 'too_fast', nonce }
  return { reason: age > SLOWEST_MS ? 'expired_token' : '', nonce }
}
