import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { AROUND, isDomain, plain, trimSigns } from './domain-name.ts'
import { normaliseEmail } from './email.ts'
import { parseWebLink } from './parse-web-link.ts'
import { emptyOr } from './text.ts'

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** Words that mean "no website" or "not yet". */
const NO = wordSet(
  'no not none nothing nil null nope tba tbc tbd dont havent without soon construction progress building built',
)
const AROUND_NO = wordSet(
  'i we it its is am are any one got have do the my our web website site yet still being under in coming to be applicable available currently just now at moment present',
)
const saysNone = (text: string): boolean => {
  const typed = text
    .toLowerCase()
    .replace(/['\u2019]/g, '')
    .replace(/(have|got) an? /g, '$1 ')
  const words = typed.match(/\bn\W?a\b|[\p{L}\p{N}.]+/gu) ?? []
  const isNo = (word: string) => NO.has(word) || /^(?:n\W?a|[x0]+)$/.test(word)
  return words.every(word => isNo(word) || AROUND_NO.has(word)) && (words.length === 0 || words.some(isNo))
}

const BRACKETED = /^[([](.*)[)\]]$/
/** "http://" and its common misspellings: "htps://", "http//", "https:/", "https www.". */
const SCHEME = /^h{0,2}t{1,3}p{1,2}(s{0,2})[:;/\\\s]+/i

/** Adds a missing scheme. Returns '' if the text means "no website", and null if it is not a valid website. */
export const normaliseWebsite = (text: string): string | null => {
  let scheme = 'https'
  let rest = trimSigns(BRACKETED.exec(plain(text))?.[1] ?? plain(text), AROUND, `${AROUND}.:`)
  for (let found = SCHEME.exec(rest); found; found = SCHEME.exec(rest)) {
    scheme = found[1] ? 'https' : 'http'
    rest = rest.slice(found[0].length)
  }
  if (saysNone(rest)) return ''
  if (/^[a-z][a-z\d+-]*:(?:\D|$)|^[^/]*:\/\//i.test(rest)) return null
  const address = `${scheme}://${trimSigns(rest, '/', '')}`
  const host = trimSigns(parseWebLink(address)?.hostname ?? '', '', '.')
  return isDomain(host.replace(/^www\./, '')) ? address : null
}

const INVALID = 'Valid website URL required'
const reason = (text: string): string =>
  normaliseEmail(text) === null
    ? INVALID
    : `${INVALID}. This is an e-mail address. Write a website such as www.example.com, or nothing`

export const website = emptyOr(
  z
    .string()
    .overwrite(text => normaliseWebsite(text) ?? cleanLine(text))
    .max(2048, 'Website Address must be at most 2048 characters')
    .refine(text => normaliseWebsite(text) !== null, { error: ({ input }) => reason(String(input)) }),
)
