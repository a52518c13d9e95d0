/** Variables for notifications about new leads and alerts. Error messages repeat no value, because it may be secret. */
import { domainToASCII } from 'node:url'
import { z } from 'zod'

const NAME = /^[^\s@"<>()[\]\\,;:\p{C}]{1,64}$/u
const LABEL = /^[a-z0-9-]{1,63}$/
const TOP_LEVEL = /^[a-z][a-z0-9-]{1,62}$/
/** Accepts non-ASCII letters on both sides of the @, as in `ü@münchen.de` (RFC 6531). */
export const isAddress = (text: string): boolean => {
  const [name = '', domain = '', ...more] = text.split('@')
  const [topLevel = '', ...labels] = domainToASCII(domain).split('.').reverse()
  if (more.length > 0 || labels.length === 0 || !NAME.test(name)) return false
  return TOP_LEVEL.test(topLevel) && labels.every(label => LABEL.test(label))
}

/** Parses `leads@example.com` or `Firsttouch <leads@example.com>`. */
export const readMailbox = (text: string): { name: string; address: string } | null => {
  const open = text.lastIndexOf('<')
  const [name, mail] =
    open >= 0 && text.endsWith('>') ? [text.slice(0, open), text.slice(open + 1, -1)] : ['', text]
  if (/[\p{Cc}<>]/u.test(name) || !isAddress(mail.trim())) return null
  return { name: name.trim().replaceAll('"', ''), address: mail.trim() }
}

const isSmtp = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}
const isEncoded = (text: string): boolean => {
  // An address that cannot be parsed passes here, because `isSmtp` rejects it.
  const { username, password } = URL.parse(text) ?? { username: '', password: '' }
  try {
    return decodeURIComponent(username + password) !== null
  } catch {
    return false
  }
}

/** env.ts wraps these schemas in `optional`, `withDefault` and `list`. */
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
    .refine(all => all.every(isAddress), 'must be e-mail addresses with commas between them'),
  webhookUrl: z.url({
    protocol: /^https?$/,
    error: 'must be an address such as https://hooks.example.com/leads',
  }),
}
