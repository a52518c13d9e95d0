/** The tag for other sites: which hosts may send events, and the last state seen of each. */
import { z } from 'zod'
import { isDomain } from './fields/domain-name.ts'
import { lines } from './fields/lines.ts'
import { parseUrl } from './fields/parse-url.ts'
import { isLocalHost } from './fields/web-link.ts'

const LONGEST = 255

/** As browsers send it: lower case, with the port where it is not the scheme's own. People paste whole addresses. */
const urlOf = (text: string) => parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`)

const faultOf = (line: string): string | undefined => {
  const url = line.length > LONGEST ? null : urlOf(line)
  return url !== null && url.username === '' && (isDomain(url.hostname) || isLocalHost(url.hostname))
    ? undefined
    : `"${line.slice(0, 60)}" is no host such as shop.example.com`
}

/** `PUT /api/admin/tag`: one host a line, these and no others. */
export const tagHosts = z.strictObject({
  hosts: lines('Hosts', faultOf, line => (faultOf(line) ? line : (urlOf(line)?.host ?? line))),
})

/** The last that was seen: an event that counts, an event that was refused, the script alone, or nothing. */
const STEPS = ['event', 'refused', 'script', 'nothing'] as const

const seen = { host: z.string(), at: z.iso.datetime().nullable() }

export const tagState = z.object({
  hosts: z.array(z.object({ ...seen, step: z.enum(STEPS) })),
  /** Hosts that send events and are not named, the latest first. */
  strangers: z.array(z.object(seen)),
})
export type TagState = z.infer<typeof tagState>
