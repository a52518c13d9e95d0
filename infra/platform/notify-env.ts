/** The part of the environment that says who is told of new leads and alarms, and how. Messages never repeat a value: some are secrets. */
import { z } from 'zod'
import { weakness } from './secrets.ts'

const address = z.email()

/** `leads@example.com`, or `Firsttouch <leads@example.com>`. */
export const readMailbox = (text: string): { name: string; address: string } | null => {
  const open = text.lastIndexOf('<')
  const [name, mail] =
    open >= 0 && text.endsWith('>') ? [text.slice(0, open), text.slice(open + 1, -1)] : ['', text]
  if (/[\p{Cc}<>]/u.test(name) || !address.safeParse(mail.trim()).success) return null
  return { name: name.trim().replaceAll('"', ''), address: mail.trim() }
}

const isSmtp = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}
const isEncoded = (text: string): boolean => {
  const url = URL.parse(text)
  try {
    return url !== null && decodeURIComponent(url.username + url.password) !== null
  } catch {
    return false
  }
}

/** What `optional`, `withDefault` and `list` of env.ts make of a schema is theirs to say. */
export const notifySchemas = {
  smtpUrl: z
    .string()
    .refine(
      isSmtp,
      'must be like smtp://user:password@mail.example.com:587, or smtps://… for TLS from the start',
    )
    .refine(isEncoded, 'has a user name or password that is not percent-encoded: write % as %25, @ as %40'),
  mailbox: z
    .string()
    .refine(
      text => readMailbox(text) !== null,
      'must be an e-mail address, or Name <address>: leads@example.com',
    ),
  addresses: z
    .array(z.string())
    .max(20, 'must name at most 20 addresses')
    .refine(
      all => all.every(one => address.safeParse(one).success),
      'must be e-mail addresses with commas between them',
    ),
  webhookUrl: z.url({
    protocol: /^https?$/,
    error: 'must be an address such as https://hooks.example.com/leads',
  }),
}

type NotifyEnv = {
  SMTP_URL?: string | undefined
  WEBHOOK_URL?: string | undefined
  WEBHOOK_SECRET?: string | undefined
  WEBHOOK_ALLOW_HOSTS: string[]
}

/** Names of variables that do not go together, each with what to do. */
export const notifyFaults = (env: NotifyEnv): Record<string, string> => {
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
