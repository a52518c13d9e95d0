/** A business's own website, as its owner types it. */
import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { AROUND, isDomain, plain, trimSigns } from './domain-name.ts'
import { normaliseEmail } from './email.ts'
import { parseWebLink } from './parse-web-link.ts'
import { emptyOr } from './text.ts'

/** Words without a dot that say that there is no website, or none yet. */
const NONE = [
  /^[\p{P}\p{S}\s]*$|^[x0]+$/iu,
  /^(?:n\W?a|nil|null|nope|none|nothing|tb[acd])(?: (?:yet|web|website|site|applicable|available|currently|at|the|moment|present))*$/i,
  /^(?:i |we )?(?:no|not|don.?t|do not|haven.?t|have not)(?: (?:got an?|have an?|any|one|got|have|yet|web|website|site|applicable|available|currently|at|the|moment|present))*$/i,
  /^(?:coming soon|under construction|in progress|being built)$/i,
]
const BRACKETED = /^[([](.*)[)\]]$/
/** "http://", and what people make of it: "htps://", "http//", "https:/", "https www.". */
const SCHEME = /^h{0,2}t{1,3}p{1,2}(s{0,2})[:;/\\\s]+/i

/** With its scheme, otherwise as typed. Empty where the text says that there is none; null where it names no website. */
export const normaliseWebsite = (text: string): string | null => {
  let scheme = 'https'
  let rest = trimSigns(BRACKETED.exec(plain(text))?.[1] ?? plain(text), AROUND, `${AROUND}.:`)
  for (let found = SCHEME.exec(rest); found; found = SCHEME.exec(rest)) {
    scheme = found[1] ? 'https' : 'http'
    rest = rest.slice(found[0].length)
  }
  if (NONE.some(none => none.test(rest))) return ''
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
