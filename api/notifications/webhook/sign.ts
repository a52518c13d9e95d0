/** Signatures as the Standard Webhooks specification describes them (github.com/standard-webhooks/standard-webhooks, v1). */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret with the prefix is base64; any other counts as the bytes of its text. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)

export const signedHeaders = (
  { id, at, body }: { id: string; at: Date; body: string },
  secret: string,
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
