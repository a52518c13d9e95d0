import { z } from 'zod'
import { lines } from './fields/lines.ts'

const address = z.union([z.ipv4(), z.ipv6()])
const network = z.union([z.cidrv4(), z.cidrv6()])
/** Shortest prefix lengths of IPv4 and IPv6 networks. Broader networks would exclude whole countries. */
const BROADEST = { '.': 8, ':': 20 }

const faultOf = (line: string): string | undefined => {
  if (address.safeParse(line).success) return undefined
  if (!network.safeParse(line).success)
    return `"${line.slice(0, 60)}" is neither an address such as 203.0.113.7 nor a network such as 203.0.113.0/24`
  const broadest = BROADEST[line.includes(':') ? ':' : '.']
  return Number(line.split('/')[1]) < broadest
    ? `${line} is too broad: name a network from /${broadest}`
    : undefined
}

/** `PUT /api/admin/internal-traffic`: one address or network on each line. */
export const internalNetworks = z.object({ networks: lines('Networks', faultOf) })

/** `yours` is the address of the request. */
export const internalTraffic = z.object({ networks: z.string(), yours: z.string() })
export type InternalTraffic = z.infer<typeof internalTraffic>

export const optOut = z.object({ optedOut: z.boolean('optedOut must be true or false') })
