/** What is kept of an address, and what limits count by. A whole address is never written anywhere. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Undefined for what is none. An IPv4 address that an IPv6 socket reports is one of IPv4. */
export const addressOf = (ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  isIP(ip) === 0 ? undefined : ipaddr.process(ip)

/** An address, or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => isIP(text) > 0 || ipaddr.isValidCIDR(text)

/** One IPv4 address, or the /56 that one IPv6 customer usually gets: for limits, in memory or hashed. */
export const networkKey = (ip: string): string => {
  const address = addressOf(ip)
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? ip
  const [a, b, c, d] = address.parts.map(part => part.toString(16).padStart(4, '0'))
  return `${a}:${b}:${c}:${d?.slice(0, 2)}00::/56`
}

/** The first three bytes of an IPv4 address, the first three groups of an IPv6 one; empty when it is neither. */
export const networkOf = (ip: string): string => {
  const address = addressOf(ip)
  if (!address) return ''
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 3)
        .map(part => part.toString(16))
        .join(':')}::/48`
    : `${address.octets.slice(0, 3).join('.')}.0/24`
}

const LOOPBACK = /^(::1$|(::ffff:)?127\.)/i
export const isOwnMachine = (ip: string): boolean => LOOPBACK.test(ip)

const LOCAL = ['unspecified', 'loopback', 'linkLocal', 'private', 'uniqueLocal', 'carrierGradeNat']
/** No address on the internet: of this machine, a local network or a proxy that was not named. */
export const isLocal = (ip: string): boolean => LOCAL.includes(addressOf(ip)?.range() ?? 'unspecified')
