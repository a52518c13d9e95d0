import { HttpError } from '@firsttouch/infra/platform/http/http'
import { readSetting, saveSetting } from '@firsttouch/infra/stores/settings'
import { cleanLine } from '@firsttouch/ingest/text'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { domainConfig } from '../contract/config.ts'
import { withoutEndSlashes } from '../contract/fields/end-slashes.ts'
import { domain, isLocalHost } from '../contract/fields/web-link.ts'
import { type Api, type ApiConfig, type Deps, FIGURES, FOR_OWNERS } from '../deps.ts'

const DOMAIN = 'domain'

export const domainConfigRoutes = (app: Api, { sql, config, now }: Deps): void => {
  app.get(
    '/api/admin/domain-config',
    { config: FIGURES, schema: { response: { 200: domainConfig } } },
    async request => ({ domain: await configuredDomain(sql, config, request) }),
  )

  app.post(
    '/api/admin/domain-config',
    {
      config: { ...FOR_OWNERS, confirm: true, changes: ['domain-config'] },
      schema: { body: domainConfig, response: { 200: domainConfig } },
    },
    async request => {
      await saveSetting(sql, DOMAIN, request.body.domain, now())
      return request.body
    },
  )
}

/** The saved domain, else SITE_URL, else the host of the request. Throws HttpError 409 for an unsafe host. */
export const configuredDomain = async (
  sql: ISql,
  config: Pick<ApiConfig, 'site'>,
  request: FastifyRequest,
): Promise<string> => {
  const found = (await readDomain(sql, config)) ?? `${request.protocol}://${request.host}`
  const parsed = domain.safeParse(found)
  if (parsed.success) return parsed.data
  throw new HttpError(
    409,
    `Campaign links need https, but the current address of this site is ${cleanLine(found).slice(0, 100)}. Save a domain such as https://www.example.com, or set SITE_URL.`,
  )
}

export const readDomain = async (sql: ISql, { site }: Pick<ApiConfig, 'site'>): Promise<string | null> =>
  (await readSetting(sql, DOMAIN)) || withoutEndSlashes(site.siteUrl) || null

const body = z.object({ generatedUrl: z.string().optional() })

/**
 * Returns a reason for the audit log if the link leads to another site, else null. Without a configured domain, only
 * localhost counts as this site.
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
