/** SSRF protection: webhooks may reach public addresses, and hosts that the operator allows (S-27). */
import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class BlockedAddressError extends Error {}

/** Global unicast addresses of IPv6. `::7f00:1`, outside of it, is an old form of 127.0.0.1. */
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
 * DNS look-up of the connection. The connection uses exactly the checked answer, which prevents DNS rebinding. One non-public address
 * rejects the whole name.
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

/** Checks IP literals, which are never resolved. */
export const refuseAddress = (hostname: string, allowHosts: readonly string[]): void => {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !allowHosts.includes(host) && !allowHosts.includes(hostname) && !isPublic(host))
    throw new BlockedAddressError(`${host} is not public`)
}
