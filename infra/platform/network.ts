/** What is kept of an address, and what limits count by. A whole address is never written anywhere. */
import { BlockList, isIP } from 'node:net'

/** One IPv4 address, or the /56 that one IPv6 customer usually gets: for limits, in memory or hashed. */
export const networkKey = (ip: string): string => {
  const address = unmapped(ip)
  if (isIP(address) !== 6) return address
  const [a = '0', b = '0', c = '0', d = '0'] = groupsOf(address).map(group =>
    group.padStart(4, '0').toLowerCase(),
  )
  return `${a}:${b}:${c}:${d.slice(0, 2)}00::/56`
}

/** The first three bytes of an IPv4 address, the first three groups of an IPv6 one; empty when it is neither. */
export const networkOf = (ip: string): string => {
  const address = unmapped(ip)
  if (isIP(address) === 4) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (isIP(address) !== 6) return ''
  return `${groupsOf(address).slice(0, 3).join(':')}::/48`
}

const LOOPBACK = /^(::1$|(::ffff:)?127\.)/i
export const isOwnMachine = (ip: string): boolean => LOOPBACK.test(ip)

const LOCAL = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  LOCAL.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  LOCAL.addSubnet(network, bits, 'ipv6')
/** An address on the internet: not of this machine, a local network or a proxy that was not named. */
export const isPublic = (ip: string): boolean => {
  const address = unmapped(ip)
  const family = isIP(address)
  return family !== 0 && !LOCAL.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** An IPv4 address that an IPv6 socket reports. */
export const unmapped = (ip: string): string => /^::ffff:(\d+\..*)$/i.exec(ip)?.[1] ?? ip

export const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array<string>(zeros).fill('0'), ...last]
}
