/** What addresses of mailboxes and of websites share. Free of zod for pages. */

import { compatible } from '@firsttouch/ingest/text'

/** PRECIS (RFC 8264) keeps no compatibility characters in addresses: people type "＠" for "@" and "。" for a dot. */
export const plain = (text: string): string =>
  compatible(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\u3002/g, '.')

/** What programs and people put around an address, word processors' quotation marks too. */
export const AROUND = ' <>"\'`“”„‟‘’‚‛«»‹›,;'

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Of a host as URL gives it: at least two labels. The last has a letter, or the host would be an IP address. */
export const isDomain = (host: string): boolean => {
  const labels = host.split('.')
  return labels.length > 1 && labels.every(label => LABEL.test(label)) && /[a-z]/.test(labels.at(-1) ?? '')
}

/** Removes the given signs from both ends. A regular expression would take quadratic time. */
export const trimSigns = (text: string, before: string, after = before): string => {
  let from = 0
  let to = text.length
  while (from < to && before.includes(text.charAt(from))) from++
  while (to > from && after.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}
