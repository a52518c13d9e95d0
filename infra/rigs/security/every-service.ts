/** All services on one Fastify instance over real stores, as in `npm start`, with a list of their routes. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoutes } from '@firsttouch/api/app'
import { ensureStaff } from '@firsttouch/api/auth/accounts'
import type { Role } from '@firsttouch/api/contract/roles'
import { siteConfig } from '@firsttouch/api/forms/site-config'
import { ingestRoutes } from '@firsttouch/ingest/app'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { siteRoutes } from '../../app/site/site.ts'
import type { Log } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { readEnv } from '../../platform/env.ts'
import { openHttp } from '../../platform/http/http.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { openTestClickHouse, openTestPostgres } from '../testing/stores.ts'

const STAFF = { username: 'ada', password: 'four random words here' }
/** A route of the site declares no access and is public. */
export type Route = {
  /** The process that serves the route in a split deployment. */
  service: 'ingest' | 'api' | 'site'
  method: string
  url: string
  access: 'public' | 'staff'
  /** The lowest role that may call it. undefined without a login. */
  role: Role | undefined
  queryNames: string[]
  /** Largest body in bytes. */
  bodyLimit: number
}

/** The query parameters of the route's schema. */
const queryNamesOf = (options: RouteOptions): string[] =>
  options.schema?.querystring instanceof z.ZodObject ? Object.keys(options.schema.querystring.shape) : []

/** `ingestLog`: the log for ingest's events, if not the shared one. `pages`: the site's paths. */
export const openEveryService = async (ingestLog?: Pick<Log, 'append'>, pages = ['/']) => {
  const dist = await mkdtemp(join(tmpdir(), 'firsttouch-whole-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), '<!doctype html>')
  const files = Object.fromEntries([...pages, '*'].map(path => [path, 'index.html']))
  await writeFile(join(dist, 'site.json'), JSON.stringify({ files, scriptHashes: [] }))
  const { sql, url } = await openTestPostgres()
  const { clickhouse } = await openTestClickHouse('firsttouch_1')
  await ensureStaff(sql, STAFF)
  const log = await openLog(url)
  const routes: Route[] = []
  let service: Route['service'] = 'ingest'
  /** Logged errors. */
  const said: string[] = []
  const app = openHttp({
    logger: { level: 'error', stream: { write: (line: string) => void said.push(line) } },
  })
  app.addHook('onRoute', options => {
    for (const method of [options.method].flat())
      routes.push({
        service,
        method,
        url: options.url,
        queryNames: queryNamesOf(options),
        bodyLimit: options.bodyLimit ?? app.initialConfig.bodyLimit ?? 0,
        // A getter, because a later hook sets the access of the API's documentation pages.
        get access() {
          return options.config?.access ?? 'public'
        },
        get role() {
          return options.config?.role
        },
      })
  })
  await app.register(ingestRoutes({ log: ingestLog ?? log }))
  const config = {
    site: siteConfig(readEnv({})),
    pixelId: '',
    formsPerMinute: 0,
    timeZone: 'Europe/London',
    country: 'GB',
    currency: 'GBP',
  }
  service = 'api'
  await app.register(apiRoutes({ sql, clickhouse: clickhouse.client(), log, config }))
  service = 'site'
  await app.register(siteRoutes({ dist }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  cleanUpAfter('all').push(
    () => rm(dist, { recursive: true, force: true }),
    () => log.close(),
    () => app.close(),
  )
  const answer = await app.inject({ method: 'POST', url: '/api/admin/login', body: STAFF })
  return {
    app,
    sql,
    routes,
    said,
    close: () => app.close(),
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
}
