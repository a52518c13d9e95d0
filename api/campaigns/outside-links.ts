/** Whether a link that is about to be stored leads away from the site: what is printed would send everybody there. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLocalHost } from '../contract/fields/web-link.ts'
import type { Deps } from '../deps.ts'
import { configuredDomain, readDomain } from './domain-config.ts'

const body = z.object({ generatedUrl: z.string().optional() })

/** Gives the reason for the audit log, or null. Without a configured domain only a developer's machine is the site. */
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
