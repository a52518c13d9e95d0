/** The tag for pages elsewhere: whose events count, and how far each host's tag came. */
import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { isDomain } from './fields/domain-name.ts'
import { parseUrl } from './fields/parse-url.ts'
import { isLocalHost } from './fields/web-link.ts'

const MOST_HOSTS = 50
const NO_HOST = 'Write a host such as shop.example.com, without a path'

const urlOf = (text: string) => parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`)

/** As browsers send it: lower case, with the port where it is not the scheme's own. People paste whole addresses. */
const host = z
  .string({ error: NO_HOST })
  .overwrite(cleanLine)
  .max(255, 'A host must be at most 255 characters')
  .refine(text => {
    const url = urlOf(text)
    return url !== null && url.username === '' && (isDomain(url.hostname) || isLocalHost(url.hostname))
  }, NO_HOST)
  .overwrite(text => urlOf(text)?.host ?? text)

/** `PUT /api/admin/tag`: these and no others. */
export const tagHosts = z.strictObject({
  hosts: z
    .array(host)
    .max(MOST_HOSTS, `Name at most ${MOST_HOSTS} hosts`)
    .overwrite(hosts => [...new Set(hosts)]),
})
export type TagHosts = z.infer<typeof tagHosts>
export const newTagHost = z.object({ host })

/** The last that was seen: an event that counts, an event that was refused, the script alone, or nothing. */
const STEPS = ['event', 'refused', 'script', 'nothing'] as const

const seen = { host: z.string(), at: z.iso.datetime().nullable() }

export const tagState = z.object({
  hosts: z.array(z.object({ ...seen, step: z.enum(STEPS) })),
  /** Hosts that send events and are not named, the latest first. */
  strangers: z.array(z.object(seen)),
})
export type TagState = z.infer<typeof tagState>
