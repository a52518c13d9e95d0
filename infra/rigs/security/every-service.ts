/** Every service on one Fastify instance over real stores, as `npm start` joins them, with a list of its routes. */
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
/** Pages of the site say nothing of their access: they are for everybody. */
export type Route = {
  /** Which process has it where each service is one. */
  service: 'ingest' | 'api' | 'site'
  method: string
  url: string
  access: 'public' | 'staff'
  /** The lowest that may call it; undefined where no login is needed. */
  role: Role | undefined
  queryNames: string[]
  /** The largest body, in bytes. */
  bodyLimit: number
}

/** As the call itself describes what it may be asked with. */
const queryNamesOf = (options: RouteOptions): string[] =>
  options.schema?.querystring instanceof z.ZodObject ? Object.keys(options.schema.querystring.shape) : []

/** `ingestLog`: where events go instead of the log of the others. `pages`: the paths of the site. */
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
  /** What errors said inside. */
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
        // Asked later: the pages of the API's description get theirs from a hook of their own.
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
