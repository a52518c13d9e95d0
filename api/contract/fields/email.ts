/** E-mail addresses as people type and paste them. Free of zod for pages. */
import { AROUND, isDomain, plain, trimSigns } from './domain-name.ts'
import { parseUrl } from './parse-url.ts'

/** "jo@example.com (work)": a comment of RFC 5322. */
const COMMENT = /\s\([^()@]*\)/g
/** "Write to: ", "e-mail:", "mailto:", and the query of a link. "jo:bloggs@example.com" has no label, but a typing error. */
const AROUND_ADDRESS = /^(?:[^@:]*:\s|(?:e-?)?mail(?:to)?:)([^@]*@[^@?]*)(?:\?.*)?$/is
const AROUND_EMAIL = `${AROUND}\t\r\n()[]`

/** Normalises an address for storing: removes what mail programs paste around it. It may still be invalid. */
export const cleanEmail = (text: string): string => {
  const typed = plain(text).replace(COMMENT, '')
  const address = trimSigns(/^[^<>]*<([^<>]*)>[\s,;.]*$/.exec(typed)?.[1] ?? typed, AROUND_EMAIL)
  return trimSigns(address.replace(AROUND_ADDRESS, '$1'), `${AROUND_EMAIL}/`, `${AROUND_EMAIL}.!:`)
}

/** Two spellings of one mailbox give the same text: case, Unicode form, and a domain's two forms are no difference. */
export const normaliseEmail = (text: string): string | null => {
  const [local = '', domain = '', ...more] = cleanEmail(text).split('@')
  if (more.length > 0 || !isLocalPart(local) || /[%/\\?#:[\]]/.test(domain)) return null
  const host = parseUrl(`http://${domain}`)?.hostname ?? ''
  return isDomain(host) ? `${local.toLowerCase().normalize('NFC')}@${host}` : null
}

const isLocalPart = (local: string): boolean =>
  local !== '' && !/[\s\p{Cc}<>()[\]\\,;:"]/u.test(local) && !`.${local}.`.includes('..')
