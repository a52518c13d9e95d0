import { z } from 'zod'
import { isDomain } from './fields/domain-name.ts'
import { lines } from './fields/lines.ts'
import { parseUrl } from './fields/parse-url.ts'
import { isLocalHost } from './fields/web-link.ts'

const LONGEST = 255

/** Normalises a host as browsers do. People also paste whole URLs. */
const urlOf = (text: string) => parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`)

const faultOf = (line: string): string | undefined => {
  const url = line.length > LONGEST ? null : urlOf(line)
  return url !== null && url.username === '' && (isDomain(url.hostname) || isLocalHost(url.hostname))
    ? undefined
    : `"${line.slice(0, 60)}" is not a host such as shop.example.com`
}

/** `PUT /api/admin/tag`: replaces the hosts. One host on each line. */
export const tagHosts = z.strictObject({
  hosts: lines('Hosts', faultOf, line => (faultOf(line) ? line : (urlOf(line)?.host ?? line))),
})

/** How far a host has come: an accepted event, else a rejected event, else a load of the script, else nothing. */
const STEPS = ['event', 'refused', 'script', 'nothing'] as const

const seen = { host: z.string(), at: z.iso.datetime().nullable() }

export const tagState = z.object({
  hosts: z.array(z.object({ ...seen, step: z.enum(STEPS) })),
  /** Hosts that send events without being on the list, newest first. */
  strangers: z.array(z.object(seen)),
})
export type TagState = z.infer<typeof tagState>
