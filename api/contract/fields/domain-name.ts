/** Parsing shared by e-mail addresses and websites. Pages import this file, so it does not import zod. */

import { compatible } from '@firsttouch/ingest/text'

/** Replaces compatibility characters, as PRECIS (RFC 8264) requires. People type "＠" for "@" and "。" for a dot. */
export const plain = (text: string): string =>
  compatible(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\u3002/g, '.')

/** Characters that people and programs put around an address, including typographic quotation marks. */
export const AROUND = ' <>"\'`“”„‟‘’‚‛«»‹›,;'

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Expects the host as `URL` returns it. A host whose last label has no letter is an IP address. */
export const isDomain = (host: string): boolean => {
  const labels = host.split('.')
  return labels.length > 1 && labels.every(label => LABEL.test(label)) && /[a-z]/.test(labels.at(-1) ?? '')
}

/** Trims the given characters from both ends. A regular expression would take quadratic time. */
export const trimSigns = (text: string, before: string, after = before): string => {
  let from = 0
  let to = text.length
  while (from < to && before.includes(text.charAt(from))) from++
  while (to > from && after.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}
