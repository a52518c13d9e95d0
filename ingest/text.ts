/**
 * Normalises text from outside. This file does not import zod, because public pages load it.
 *
 * | field | function | lines | format characters that stay |
 * | --- | --- | --- | --- |
 * | names, tags, keywords, search words, every text of an event | `cleanLine` | one | joiners inside a word; selectors and flags of emoji |
 * | messages, notes | `cleanProse` | many, with tabs | joiners inside a word; selectors and flags of emoji |
 * | websites | `website` | one | none |
 * | e-mail addresses | `cleanEmail` | one | none |
 * | telephone numbers | `cleanLine`; `normalisePhone` reads them | one | none in the number |
 *
 * All results are in NFC, without marks of writing direction, which can make "exe.txt" look like "txt.exe".
 */

/** `String.toWellFormed` is missing in Firefox 115. */
export const whole = (value: string): string => value.replace(/\p{Surrogate}/gu, '\ufffd')

/** Limit of consecutive combining marks (UAX #15, section 13). The time to compose them grows quadratically. */
const MOST_MARKS = 30
/** Call this before every `normalize`. */
export const withFewMarks = (value: string): string =>
  value.replace(/\p{M}+/gu, marks => [...marks].slice(0, MOST_MARKS).join(''))
/** Cuts text before NFKC, which can turn one character into 18. Every field refuses a text of this length anyway. */
const MOST_COMPATIBLE = 20_000
/** Normalises to NFKC, which maps compatibility characters, such as full-width digits, to their plain form. */
export const compatible = (value: string): string =>
  withFewMarks(value).slice(0, MOST_COMPATIBLE).normalize('NFKC')

const HIDDEN = /\p{Default_Ignorable_Code_Point}/u
const SELECTOR = /[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u
const FLAG = /[\u{1f3f4}\u{e0020}-\u{e007f}]/u
const isSeen = (character = ' '): boolean => !/\s/.test(character) && !HIDDEN.test(character)

/** Removes invisible characters, except those that change a visible neighbour. */
const withoutHidden = (value: string): string => {
  if (!HIDDEN.test(value)) return value
  const kept: string[] = []
  const characters = [...value]
  for (const [at, character] of characters.entries()) {
    const before = kept.at(-1)
    if (!HIDDEN.test(character) || changes(character, before, characters[at + 1])) kept.push(character)
  }
  return kept.join('')
}

const changes = (hidden: string, before = ' ', after = ' '): boolean => {
  if (SELECTOR.test(hidden)) return isSeen(before)
  if (FLAG.test(hidden)) return FLAG.test(before)
  if (hidden !== '\u200c' && hidden !== '\u200d') return false
  // At the end of a word, a joiner matters only after a combining mark, such as a virama (Malayalam).
  const ends = /\p{M}/u.test(before) && isSeen(before)
  return ends || ((isSeen(before) || SELECTOR.test(before)) && isSeen(after))
}

const clean = (value: string): string => withoutHidden(withFewMarks(whole(value))).normalize('NFC')

/** Fast path: most texts of events match. */
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/

/** Makes the text one line. Control characters, line ends and every kind of space become a space. */
export const cleanLine = (value: string): string =>
  PLAIN_LINE.test(value)
    ? value
    : clean(value)
        .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .replace(/[\p{Zs}\u2800]/gu, ' ')
        .trim()

export const cleanProse = (value: string): string =>
  clean(value)
    .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\u2800/g, ' ')
    .trim()
