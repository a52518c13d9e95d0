/** Parsing of typed and pasted e-mail addresses. Pages import this file, so it does not import zod. */
import { AROUND, isDomain, plain, trimSigns } from './domain-name.ts'
import { parseUrl } from './parse-url.ts'

/** Comment of RFC 5322, as in "jo@example.com (work)". */
const COMMENT = /\s\([^()@]*\)/g
/** Matches "Write to:" or "mailto:" before an address, and a query after it, but not "jo:bloggs@example.com". */
const AROUND_ADDRESS = /^(?:[^@:]*:\s|(?:e-?)?mail(?:to)?:)([^@]*@[^@?]*)(?:\?.*)?$/is
const AROUND_EMAIL = `${AROUND}\t\r\n()[]`

/** Removes what mail programs paste around an address. The result may still be invalid. */
export const cleanEmail = (text: string): string => {
  const typed = plain(text).replace(COMMENT, '')
  const address = trimSigns(/^[^<>]*<([^<>]*)>[\s,;.]*$/.exec(typed)?.[1] ?? typed, AROUND_EMAIL)
  return trimSigns(address.replace(AROUND_ADDRESS, '$1'), `${AROUND_EMAIL}/`, `${AROUND_EMAIL}.!:`)
}

/** Makes all spellings of a mailbox equal. The domain becomes ASCII. null if the address is invalid. */
export const normaliseEmail = (text: string): string | null => {
  const [local = '', domain = '', ...more] = cleanEmail(text).split('@')
  if (more.length > 0 || !isLocalPart(local) || /[%/\\?#:[\]]/.test(domain)) return null
  const host = parseUrl(`http://${domain}`)?.hostname ?? ''
  return isDomain(host) ? `${local.toLowerCase().normalize('NFC')}@${host}` : null
}

const isLocalPart = (local: string): boolean =>
  local !== '' && !/[\s\p{Cc}<>()[\]\\,;:"]/u.test(local) && !`.${local}.`.includes('..')
