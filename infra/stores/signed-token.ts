/** Signed, single-use timestamps. Issuing a token stores nothing. Using a token stores its nonce. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ISql } from 'postgres'

export const signToken = (secret: Buffer, purpose: string, now: Date): string => {
  const claim = `${now.getTime()}.${randomBytes(16).toString('base64url')}`
  return `${claim}.${sign(secret, purpose, claim)}`
}

/** null if the token was not signed with this secret for this purpose. */
export const readToken = (secret: Buffer, purpose: string, token: string) => {
  const [time = '', nonce = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(secret, purpose, `${time}.${nonce}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { at: Number(time), nonce }
}

/** Returns false when the nonce was already used. */
export const useNonce = async (sql: ISql, nonce: string, now: Date): Promise<boolean> => {
  const rows = await sql`
    INSERT INTO used_nonces (nonce, used_at) VALUES (${nonce}, ${now}) ON CONFLICT (nonce) DO NOTHING RETURNING 1`
  return rows.length === 1
}

const sign = (secret: Buffer, purpose: string, claim: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${claim}`).digest('base64url')
