/** Finds environment variables that contradict each other. Each error says how to fix it. */
import { weakness } from '../secrets.ts'

type Given<Name extends string> = Partial<Record<Name, string | undefined>>
type OidcEnv = { OIDC_EMAIL_DOMAINS: string[] } & Given<
  'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_ACR' | 'SITE_URL' | 'STAFF_SECOND_FACTOR'
>
type WebhookEnv = { WEBHOOK_ALLOW_HOSTS: string[] } & Given<'WEBHOOK_URL' | 'WEBHOOK_SECRET'>

type Faults = Record<string, string | undefined>

const NO_CLIENT = 'is missing: the login provider shows it for the registered client'

export const oidcFaults = (env: OidcEnv): Faults => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = env
  if (!issuer)
    return id || secret ? { OIDC_ISSUER: 'is missing: set it, or remove the other OIDC_ variables' } : {}
  const { protocol, hostname } = new URL(issuer)
  const isPlain = protocol === 'http:' && !['localhost', '127.0.0.1'].includes(hostname)
  const lacksFactor = env.STAFF_SECOND_FACTOR === 'required' && !env.OIDC_ACR
  return {
    OIDC_ISSUER: isPlain ? 'must start with https://' : undefined,
    OIDC_CLIENT_ID: id ? undefined : NO_CLIENT,
    OIDC_CLIENT_SECRET: secret ? weakness(secret)?.replace('a password', 'a value') : NO_CLIENT,
    OIDC_EMAIL_DOMAINS:
      env.OIDC_EMAIL_DOMAINS.length > 0
        ? undefined
        : 'is missing: name the e-mail domains that may log in, such as example.com',
    OIDC_ACR: lacksFactor
      ? 'is missing: STAFF_SECOND_FACTOR=required needs a provider that states one'
      : undefined,
    SITE_URL: env.SITE_URL ? undefined : 'is missing: the login provider sends the browser back there',
  }
}

export const webhookFaults = (env: WebhookEnv): Faults => {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = env
  if (!url && !secret) return {}
  if (!url) return { WEBHOOK_URL: 'is missing: WEBHOOK_SECRET signs what is sent there. Set both or neither' }
  if (!secret) return { WEBHOOK_SECRET: `is missing: ${MAKE_ONE}` }
  const { protocol, hostname, username } = new URL(url)
  const weak = weakness(secret.replace(/^whsec_/, ''))?.replace('a password', 'a value')
  const isOdd = secret.startsWith('whsec_') && !isBase64(secret.slice('whsec_'.length))
  const isPlain = protocol === 'http:' && !env.WEBHOOK_ALLOW_HOSTS.includes(hostname)
  const ofUser = username ? 'must not hold a user name: the signature says who sends' : undefined
  return {
    WEBHOOK_URL: isPlain
      ? 'must start with https:// (http:// only for a host named in WEBHOOK_ALLOW_HOSTS)'
      : ofUser,
    WEBHOOK_SECRET: isOdd ? 'starts with whsec_, so the rest must be base64' : weak && `${weak}: ${MAKE_ONE}`,
  }
}

const MAKE_ONE = 'openssl rand -hex 24 makes a good one'
const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text
