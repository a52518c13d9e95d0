/** Folding of text for search. Pages import this file, so it does not import zod. */

import { compatible, withFewMarks } from '@firsttouch/ingest/text'

/** Letters that Unicode does not decompose. */
// biome-ignore format: a list reads best in rows
const LETTERS: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ς: 'σ',
}

/** Removes accents and converts the text to lower case. */
export const withoutAccents = (text: string): string =>
  withFewMarks(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\0-\x7f]/gu, letter => LETTERS[letter] ?? letter)

/** Converts to lower case, removes accents and apostrophes, and unifies dashes. */
export const fold = (text: string): string =>
  withoutAccents(
    compatible(text.replace(/['\u2018\u2019\u201b\u02b9-\u02bf\u2032\uff07\xb4`]/g, '')),
  ).replace(/\p{Pd}/gu, '-')
