/** HTTP requests that follow no redirects and reach only public addresses and allowed hosts (security rule S-27). */

import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { LateError } from '@firsttouch/infra/platform/timing'
import ipaddr from 'ipaddr.js'

/** Only tests set these. */
export type Around = { lookup?: LookupFunction; ca?: string }

export const requestPublic = (
  target: URL,
  { body, allowHosts, ...options }: RequestOptions & { body?: string; allowHosts: readonly string[] },
  { lookup = guardedLookup(allowHosts), ca }: Around = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    refuseAddress(target.hostname, allowHosts)
    const open = target.protocol === 'https:' ? requestHttps : requestHttp
    open(target, { ...options, lookup, agent: false, ...(ca && { ca }) }, resolve)
      .on('error', reject)
      .end(body)
  })

/** One sentence for staff. `who` is for example "The webhook hooks.example.com". */
export const failureOf = (error: unknown, who: string, withinMs: number): string => {
  if (error instanceof LateError) return `${who} did not answer within ${withinMs / 1000} s.`
  if (error instanceof BlockedAddressError) return `${who} is in a private network, which is blocked.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${who} was not found: this name has no address. Check it for typos.`
  if (code === 'ECONNREFUSED') return `${who} refuses connections.`
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code))
    return `${who} has a certificate that cannot be trusted (${code}).`
  return `${who} closed the connection without an answer${code && ` (${code})`}.`
}

export class BlockedAddressError extends Error {}

/** Public IPv6 addresses (global unicast). Others may be private, such as `::7f00:1`, which means 127.0.0.1. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/** False for every special range: private networks, loopback, cloud metadata. */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const isGivenOut = !(address instanceof ipaddr.IPv6) || address.match(GIVEN_OUT)
  return isGivenOut && address.range() === 'unicast'
}

type Resolve = typeof resolve

/**
 * Rejects a name if one of its addresses is not public. The connection uses exactly the checked addresses, which
 * prevents DNS rebinding.
 */
export const guardedLookup =
  (allowHosts: readonly string[], ask: Resolve = resolve): LookupFunction =>
  (host, options, done) => {
    ask(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const refused = allowHosts.includes(host)
        ? undefined
        : addresses.find(({ address }) => !isPublic(address))
      const [first] = addresses
      if (refused || !first) return done(new BlockedAddressError(`${host} is not public`), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

/** Checks an IP address in the URL, because the DNS look-up is not called for it. */
export const refuseAddress = (hostname: string, allowHosts: readonly string[]): void => {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !allowHosts.includes(host) && !allowHosts.includes(hostname) && !isPublic(host))
    throw new BlockedAddressError(`${host} is not public`)
}
