/** Links from staff or customers that other people will click. */
import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { withoutEndSlashes } from './end-slashes.ts'
import { parseUrl } from './parse-url.ts'
import { parseWebLink } from './parse-web-link.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

export const isLocalHost = (hostname: string): boolean => LOCAL.includes(hostname)

/** https, or http on localhost. */
const isSafe = (text: string): boolean => {
  const url = parseWebLink(text)
  return url !== null && (url.protocol === 'https:' || isLocalHost(url.hostname))
}

const rule = (what: string) =>
  `${what} must be a full address such as https://www.example.com (http only for localhost)`
const normal = (text: string): string => parseUrl(text)?.href ?? text
const link = (what: string) =>
  z
    .string({ error: `${what} is required` })
    .overwrite(cleanLine)
    .max(2048, `${what} must be at most 2048 characters`)

export const optionalLink = (what: string) =>
  link(what)
    .refine(text => text === '' || isSafe(text), rule(what))
    .overwrite(normal)

export const domain = link('Domain')
  .refine(isSafe, rule('Domain'))
  .refine(text => !/[?#]/.test(text), 'Domain must not contain a query or a fragment')
  .overwrite(text => withoutEndSlashes(normal(text)))
