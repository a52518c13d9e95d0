/** Checks combinations of the webhook variables. */
import { weakness } from '../secrets.ts'

type WebhookEnv = {
  WEBHOOK_URL?: string | undefined
  WEBHOOK_SECRET?: string | undefined
  WEBHOOK_ALLOW_HOSTS: string[]
}

/** Inconsistent variables, each with what to do. */
export const webhookFaults = (env: WebhookEnv): Record<string, string> => {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = env
  if (!url && !secret) return {}
  if (!url) return { WEBHOOK_URL: 'is missing: WEBHOOK_SECRET signs what is sent there. Set both or neither' }
  if (!secret) return { WEBHOOK_SECRET: 'is missing: openssl rand -hex 24 makes a good one' }
  const { protocol, hostname, username } = new URL(url)
  const weak = weakness(secret.replace(/^whsec_/, ''))
  return {
    ...(username && { WEBHOOK_URL: 'must not hold a user name: the signature says who sends' }),
    ...(protocol === 'http:' &&
      !env.WEBHOOK_ALLOW_HOSTS.includes(hostname) && {
        WEBHOOK_URL: 'must start with https:// (http:// only for a host named in WEBHOOK_ALLOW_HOSTS)',
      }),
    ...(weak && {
      WEBHOOK_SECRET: `${weak.replace('a password', 'a value')}: openssl rand -hex 24 makes a good one`,
    }),
    ...(secret.startsWith('whsec_') &&
      !isBase64(secret.slice('whsec_'.length)) && {
        WEBHOOK_SECRET: 'starts with whsec_, so the rest must be base64',
      }),
  }
}

const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text
