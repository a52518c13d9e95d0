/** Which addresses a webhook may reach: public ones, and hosts that the operator named (S-27). */
import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class BlockedAddressError extends Error {}

/** All that has been given out of IPv6 for everybody. `::7f00:1`, which lies outside, once meant 127.0.0.1. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/** Everything that has a range of its own is for something else: private networks, this machine, clouds' metadata. */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const isGivenOut = !(address instanceof ipaddr.IPv6) || address.match(GIVEN_OUT)
  return isGivenOut && address.range() === 'unicast'
}

type Resolve = typeof resolve

/**
 * Stands in for the resolver of a connection: what it answers is what is connected to, so that no second answer can be
 * another. One address that is not public refuses the whole name.
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

/** A host that is an address already is never looked up. */
export const refuseAddress = (hostname: string, allowHosts: readonly string[]): void => {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !allowHosts.includes(host) && !allowHosts.includes(hostname) && !isPublic(host))
    throw new BlockedAddressError(`${host} is not public`)
}
