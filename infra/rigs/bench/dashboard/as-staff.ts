/** The API over a store, called as the dashboard calls it. */
import { buildApi } from '@firsttouch/api/app'
import { ensureStaff } from '@firsttouch/api/auth/accounts'
import { siteConfig } from '@firsttouch/api/forms/site-config'
import { buildSiteIfNeeded, SITE_DIST } from '../../../app/site/build.ts'
import { siteOptions } from '../../../app/site/config.ts'
import { siteRoutes } from '../../../app/site/site.ts'
import type { Stores } from '../../../open-stores.ts'
import { readEnv } from '../../../platform/env.ts'
import { STAFF } from '../../testing/system.ts'

export const ZONE = 'Europe/London'

export type AsStaff = {
  /** Throws unless the answer is 200. */
  ask: (path: string) => Promise<void>
  /** Serves the API and the site, and returns their address. */
  listen: () => Promise<string>
  close: () => Promise<void>
}

export const openAsStaff = async (stores: Stores): Promise<AsStaff> => {
  const env = readEnv({})
  await ensureStaff(stores.sql, STAFF)
  const config = {
    site: siteConfig(env),
    pixelId: '',
    formsPerMinute: 0,
    timeZone: ZONE,
    country: 'GB',
    currency: 'GBP',
  }
  const clickhouse = stores.clickhouse.client()
  const app = await buildApi({ ...stores, clickhouse, config })
  await buildSiteIfNeeded()
  app.register(siteRoutes(siteOptions(env, SITE_DIST)))
  const login = await app.inject({ method: 'POST', url: '/api/admin/login', payload: STAFF })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return {
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    ask: async path => {
      const answer = await app.inject({ url: `/api/admin/${path}`, headers: { cookie } })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    },
    close: async () => {
      await app.close()
    },
  }
}
