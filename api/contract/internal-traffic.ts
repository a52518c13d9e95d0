/** Whose visits are the business's own: marked browsers, and networks that staff name. */
import { z } from 'zod'

const address = z.union([z.ipv4(), z.ipv6()])
const network = z.union([z.cidrv4(), z.cidrv6()])
/** Broader ones would leave out whole countries. */
const BROADEST = { '.': 8, ':': 20 }
const MOST = 100

const faultOf = (line: string): string | undefined => {
  if (address.safeParse(line).success) return undefined
  if (!network.safeParse(line).success)
    return `"${line.slice(0, 60)}" is neither an address such as 203.0.113.7 nor a network such as 203.0.113.0/24`
  const broadest = BROADEST[line.includes(':') ? ':' : '.']
  return Number(line.split('/')[1]) < broadest
    ? `${line} is too broad: name a network from /${broadest}`
    : undefined
}

/** One address or network a line. */
export const internalNetworks = z.object({
  networks: z
    .string({ error: 'Networks must be a text, one address or network a line' })
    .max(5_000, 'Networks must have at most 5,000 characters')
    .overwrite(text =>
      [
        ...new Set(
          text
            .split('\n')
            .map(line => line.trim())
            .filter(Boolean),
        ),
      ].join('\n'),
    )
    .superRefine((text, context) => {
      const lines = text.split('\n').filter(Boolean)
      if (lines.length > MOST)
        context.addIssue({ code: 'custom', message: `Networks must be at most ${MOST} lines` })
      const fault = lines.map(faultOf).find(Boolean)
      if (fault) context.addIssue({ code: 'custom', message: `Networks: ${fault}` })
    }),
})
export type InternalNetworks = z.infer<typeof internalNetworks>

/** `yours`: the address that the request came from. */
export const internalTraffic = z.object({ networks: z.string(), yours: z.string() })
export type InternalTraffic = z.infer<typeof internalTraffic>

export const optOut = z.object({ optedOut: z.boolean('optedOut must be true or false') })
