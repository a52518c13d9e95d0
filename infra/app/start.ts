/** Everything in one process on one port: ingest, projector, API and the site, over embedded or given stores. */
import { ensureStaff } from '@firsttouch/api/auth/accounts'
import { mountApi } from '@firsttouch/api/mount'
import { mountIngest } from '@firsttouch/ingest/mount'
import { startProjecting } from '@firsttouch/projector/start'
import type { FastifyInstance } from 'fastify'
import { openStores } from '../open-stores.ts'
import { type Env, readEnv } from '../platform/env.ts'
import { openHttpOf, warnOfProxy } from '../platform/http/from-env.ts'
import { openRegistry, projectorMetrics, serveMetrics } from '../platform/metrics.ts'
import { drainHttp, runMain } from '../platform/shutdown.ts'
import { openAnalysts } from '../reporting/analysts.ts'
import { eraseAsReceipted } from './erasure/person.ts'
import { buildSiteIfNeeded, SITE_DIST } from './site/build.ts'
import { siteOptions } from './site/config.ts'
import { siteRoutes } from './site/site.ts'

export type Firsttouch = {
  url: string
  /** The staff account that this start made, if it made one; its password is shown nowhere else. */
  staff: { username: string; password: string } | null
  /** Where `/metrics` is, if the environment asks for it. */
  metricsPort: number | undefined
  /** Where analysts ask, on the embedded engine. */
  sqlPort: number | undefined
  close(): Promise<void>
}

export type StartOptions = {
  /** False leaves the public pages and the dashboard out: services alone. */
  site?: boolean
  say?: (line: string) => void
}

/** Throws an Error with a sentence for the operator when a store, the site or the port cannot be had. */
export const startFirsttouch = async (
  env: Env,
  { site = true, say }: StartOptions = {},
): Promise<Firsttouch> => {
  if (site) await buildSiteIfNeeded(say)
  const stores = await openStores(env)
  for (const sentence of await eraseAsReceipted(stores.sql, env.DATA_DIR)) say?.(sentence)
  const app = openHttpOf(env)
  warnOfProxy(env, app.log)
  const registry = openRegistry()
  const projecting = startProjecting({
    ...stores,
    metrics: projectorMetrics(registry),
    keepDetailsDays: env.KEEP_VISIT_DETAILS_DAYS,
    onError: error => app.log.error(error, 'projector'),
  })
  const ingest = mountIngest(app, env, registry, stores)
  let analysts: Awaited<ReturnType<typeof openAnalysts>> | undefined
  let served: { port: number; close(): Promise<void> } | undefined
  const close = async () => {
    await drainHttp(app, ingest.health, (env.DRAIN_SECONDS ?? 0) * 1000)
    ingest.close()
    await analysts?.close()
    await projecting.stop()
    await served?.close()
    await stores.close()
  }
  try {
    const staff = await ensureStaff(stores.sql, staffOf(env))
    mountApi(app, env, registry, stores)
    if (site) app.register(siteRoutes(siteOptions(env, SITE_DIST)))
    analysts = await openAnalysts(env, stores, error => app.log.error(error, 'reporting views'))
    const { METRICS_PORT: port, HOST: host } = env
    if (port !== undefined)
      served = await serveMetrics(registry, { port, host, refresh: projecting.readGauges })
    const url = await listen(app, env)
    if (env.CANARY_SECONDS > 0) projecting.startCanary(url, env.CANARY_SECONDS * 1000)
    return { url, staff, metricsPort: served?.port, sqlPort: analysts.port, close }
  } catch (error) {
    await close()
    throw error
  }
}

const staffOf = (env: Env) =>
  env.STAFF_USERNAME && env.STAFF_PASSWORD
    ? { username: env.STAFF_USERNAME, password: env.STAFF_PASSWORD }
    : undefined

const listen = async (app: FastifyInstance, env: Env): Promise<string> => {
  try {
    await app.listen({ host: env.HOST, port: env.PORT })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(
        `Port ${env.PORT} is taken by another program. Stop it, or choose another port: PORT=${env.PORT + 1} npm start`,
      )
    throw error
  }
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : env.PORT
  return siteOf(env, port)
}

export const siteOf = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>, port: number = PORT): string =>
  `http://${HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST}:${port}`

/** For commands that work beside the running process. */
export const isRunning = (env: Env): Promise<boolean> =>
  fetch(`${siteOf(env)}/health/live`).then(
    answer => answer.ok,
    () => false,
  )

const main = async (): Promise<Firsttouch> => {
  const running = await startFirsttouch(readEnv(), { say: console.log })
  console.log(`\n  Firsttouch is running.\n\n  Site       ${running.url}\n  Dashboard  ${running.url}/admin`)
  if (running.staff)
    console.log(
      `\n  Staff login, shown only this once:\n    username  ${running.staff.username}\n    password  ${running.staff.password}`,
    )
  console.log('\n  npm run seed fills it with a month of traffic. Ctrl-C stops it; the data stays.\n')
  return running
}

if (import.meta.main) await runMain(main)
