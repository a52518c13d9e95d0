/** Removes email addresses and telephone numbers. Takes linear time, because an attacker may have chosen the text. */
import { numbersIn } from './numbers.ts'
import { LETTER, plainForm } from './plain-text.ts'

export const REMOVED = '[removed]'

/** Fast pre-check. Most texts need no further work. */
const SUSPECT = /[@%]|&#|[^\0-\x7f]|[+(]\d|\b0\d/

export const withoutContactData = (text: string): string => {
  if (!SUSPECT.test(text)) return text
  const plain = plainForm(text)
  const found = [...addressesIn(plain.text), ...numbersIn(plain.text)].toSorted((a, b) => a.from - b.from)
  let left = ''
  let done = 0
  for (const { from, to } of found) {
    const start = plain.starts[from] ?? 0
    const end = plain.starts[to] ?? text.length
    if (start >= done) left += text.slice(done, start) + REMOVED
    done = Math.max(done, end)
  }
  return found.length === 0 ? text : left + text.slice(done)
}

const STOPS = new Set('@"\'<>()[],;:\\/?&=#|')
const isPart = (character: string): boolean => character > ' ' && !STOPS.has(character)
const isLetter = (character: string): boolean => /[a-z]/i.test(character) || character === LETTER

/** Scans outwards from each @, so each character is scanned at most twice. */
const addressesIn = (text: string): { from: number; to: number }[] => {
  const found: { from: number; to: number }[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let from = at
    while (from > 0 && isPart(text.charAt(from - 1))) from--
    const to = from < at ? endOfDomain(text, at + 1) : undefined
    if (to !== undefined) found.push({ from, to })
  }
  return found
}

/** Returns the end of the last label that may be a top-level domain: at least two letters, after another label. */
const endOfDomain = (text: string, from: number): number | undefined => {
  let end: number | undefined
  let letters = 0
  let named = false
  for (let at = from; at < text.length && isPart(text.charAt(at)); at++) {
    const character = text.charAt(at)
    if (character === '.') {
      named = at > from
      letters = 0
    } else if (named && isLetter(character)) {
      letters++
      if (letters >= 2) end = at + 1
    } else named = false
  }
  return end
}
