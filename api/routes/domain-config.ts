/** The domain that campaign links start with. */
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import { domainConfig } from '../contract/config.ts'
import type { Api, ApiConfig, Deps } from '../deps.ts'
import { announceChange } from '../live.ts'

export const domainConfigRoutes = (app: Api, { sql, config, now }: Deps): void => {
  app.get(
    '/api/admin/domain-config',
    { config: { access: 'staff', confirm: false }, schema: { response: { 200: domainConfig } } },
    async request => ({ domain: await configuredDomain(sql, config, request) }),
  )

  app.post(
    '/api/admin/domain-config',
    {
      config: { access: 'staff', confirm: true },
      schema: { body: domainConfig, response: { 200: domainConfig } },
    },
    async request => {
      await sql`
        INSERT INTO settings (name, value, updated_at) VALUES ('domain', ${request.body.domain}, ${now()})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`
      await announceChange(sql, ['domain-config'])
      return request.body
    },
  )
}

/** The product's own site until staff say otherwise; where its address is not configured, the one it was reached by. */
export const configuredDomain = async (
  sql: ISql,
  config: Pick<ApiConfig, 'site'>,
  request: FastifyRequest,
): Promise<string> => (await readDomain(sql, config)) ?? `${request.protocol}://${request.host}`

/** Null where neither staff nor the environment name one. */
export const readDomain = async (sql: ISql, { site }: Pick<ApiConfig, 'site'>): Promise<string | null> => {
  const [row] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = 'domain'`
  return row?.value ?? (site.siteUrl.replace(/\/+$/, '') || null)
}
