/** E-mail addresses as people type and paste them. Free of zod for pages. */
import { parseUrl } from './parse-url.ts'

const AROUND = ' \t\r\n<>"\',;'

/** The address as it is stored and shown, without what mail programs paste around it. It may still be invalid. */
export const cleanEmail = (text: string): string => {
  // PRECIS (RFC 8264) knows no address with compatibility characters: "＠" is typed for "@".
  const typed = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\u3002/g, '.')
  const address = without(/^[^<>]*<([^<>]*)>[\s,;.]*$/.exec(typed)?.[1] ?? typed, AROUND)
  const [bare = ''] = /^mailto:/i.test(address) ? address.slice('mailto:'.length).split('?') : [address]
  return without(bare, `${AROUND}/`, `${AROUND}.`)
}

/** Two spellings of one mailbox give the same text: case, Unicode form, and a domain's two forms are no difference. */
export const normaliseEmail = (text: string): string | null => {
  const [local = '', domain = '', ...more] = cleanEmail(text).split('@')
  if (more.length > 0 || !isLocalPart(local) || /[%/\\?#:[\]]/.test(domain)) return null
  const host = parseUrl(`http://${domain}`)?.hostname ?? ''
  return isMailHost(host) ? `${local.toLowerCase().normalize('NFC')}@${host}` : null
}

const isLocalPart = (local: string): boolean =>
  local !== '' && !/[\s\p{Cc}<>()[\]\\,;:"]/u.test(local) && !`.${local}.`.includes('..')

/** At least two labels. The last has a letter, or the host would be an IP address. */
const isMailHost = (host: string): boolean => {
  const labels = host.split('.')
  return labels.length > 1 && labels.every(label => LABEL.test(label)) && /[a-z]/.test(labels.at(-1) ?? '')
}
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

const without = (text: string, before: string, after = before): string => {
  let from = 0
  let to = text.length
  while (from < to && before.includes(text.charAt(from))) from++
  while (to > from && after.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}
