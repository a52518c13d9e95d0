/** Shortens IP addresses for storage and for limits. A whole address is never stored. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns undefined for an invalid address. Converts IPv4-mapped IPv6 addresses to IPv4. */
export const addressOf = (ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  isIP(ip) === 0 ? undefined : ipaddr.process(ip)

/** Whether the text is an IP address or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => isIP(text) > 0 || ipaddr.isValidCIDR(text)

/** Key for rate limits. For IPv6 it is the /56 network, which one customer usually has. Store only a hash of it. */
export const networkKey = (ip: string): string => {
  const address = addressOf(ip)
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? ip
  const [a, b, c, d] = address.parts.map(part => part.toString(16).padStart(4, '0'))
  return `${a}:${b}:${c}:${d?.slice(0, 2)}00::/56`
}

/** Keeps the first three bytes (IPv4) or the first three groups (IPv6). Returns '' for an invalid address. */
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
/** Whether the address is not public. A request from it is local, or came through a proxy that is not configured. */
export const isLocal = (ip: string): boolean => LOCAL.includes(addressOf(ip)?.range() ?? 'unspecified')
