/** Whether a link that is about to be stored leads away from the site: what is printed would send everybody there. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLocalHost } from '../contract/fields/web-link.ts'
import type { Deps } from '../deps.ts'
import { configuredDomain, readDomain } from './domain-config.ts'

const body = z.object({ generatedUrl: z.string().optional() })

/**
 * Of a campaign's new link, or of the one that an empty text asks for. Where no domain is configured, only a developer's own
 * machine is the site: the Host header is whatever the caller wrote.
 */
export const leadsOutside = async (
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  request: FastifyRequest,
): Promise<string | null> => {
  const { generatedUrl } = body.parse(request.body)
  if (generatedUrl === undefined) return null
  const link = new URL(generatedUrl || (await configuredDomain(sql, config, request)))
  const own = await readDomain(sql, config)
  const isOwn = own === null ? isLocalHost(link.hostname) : new URL(own).origin === link.origin
  return isOwn ? null : 'leads_outside'
}
