/** Text as people search for it. Free of zod for pages. */

import { compatible, withFewMarks } from '@firsttouch/ingest/text'

/** Letters that Unicode does not decompose. */
// biome-ignore format: a list reads best in rows
const LETTERS: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ς: 'σ',
}

/** In lower case. */
export const withoutAccents = (text: string): string =>
  withFewMarks(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\0-\x7f]/gu, letter => LETTERS[letter] ?? letter)

/** Without accents, capitals and apostrophes, and with one kind of dash. */
export const fold = (text: string): string =>
  withoutAccents(
    compatible(text.replace(/['\u2018\u2019\u201b\u02b9-\u02bf\u2032\uff07\xb4`]/g, '')),
  ).replace(/\p{Pd}/gu, '-')
