/** Every service on one Fastify instance over real stores, as `npm start` joins them, with a list of its routes. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureStaff } from '@firsttouch/api/accounts'
import { apiRoutes } from '@firsttouch/api/app'
import { ingestRoutes } from '@firsttouch/ingest/app'
import { readEnv } from '../env.ts'
import { openHttp } from '../http.ts'
import { openLog } from '../log/index.ts'
import { migrateClickHouse } from '../migrate.ts'
import { siteRoutes } from '../site.ts'
import { siteConfig } from '../site-config.ts'
import { openTestClickHouse, openTestPostgres } from '../testing.ts'

const STAFF = { username: 'ada', password: 'four random words here' }
export type Route = { method: string; url: string }

export const openWhole = async () => {
  const dist = await mkdtemp(join(tmpdir(), 'firsttouch-whole-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), '<!doctype html>')
  await writeFile(join(dist, 'site.json'), '{"files":{"/":"index.html","*":"index.html"},"scriptHashes":[]}')
  const { sql, url } = await openTestPostgres()
  const { clickhouse, client } = await openTestClickHouse()
  await migrateClickHouse(client, 'firsttouch_1')
  await ensureStaff(sql, STAFF)
  const log = await openLog(url)
  const routes: Route[] = []
  /** What errors said inside. */
  const said: string[] = []
  const app = openHttp({
    logger: { level: 'error', stream: { write: (line: string) => void said.push(line) } },
  })
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  })
  await app.register(ingestRoutes({ log }))
  const config = { site: siteConfig(readEnv({})), pixelId: '', formsPerMinute: 0, timeZone: 'Europe/London' }
  await app.register(apiRoutes({ sql, clickhouse: clickhouse.client(), log, config }))
  await app.register(siteRoutes({ dist }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await app.inject({ method: 'POST', url: '/api/admin/login', body: STAFF })
  return {
    app,
    routes,
    said,
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    close: async () => {
      await app.close()
      await log.close()
      await rm(dist, { recursive: true, force: true })
    },
  }
}
