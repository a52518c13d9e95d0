/** Runs everything in one process on one port: ingest, projector, API and site, on embedded stores or servers. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { servedShares } from '@firsttouch/api/experiments/life/served'
import { normaliseRecords } from '@firsttouch/api/inbox/normalise-records'
import { type MountedApi, mountApi } from '@firsttouch/api/mount'
import { mountIngest } from '@firsttouch/ingest/mount'
import { settingsIn } from '@firsttouch/ingest/settings'
import { mountProjector } from '@firsttouch/projector/mount'
import { openStores, storeChecks } from '../open-stores.ts'
import { type Env, readEnv } from '../platform/env.ts'
import { warnOfProxy } from '../platform/http/from-env.ts'
import { isAlive } from '../platform/is-alive.ts'
import { storesMetric } from '../platform/metrics.ts'
import { addressOf, type Running, startService } from '../platform/service.ts'
import { runMain } from '../platform/shutdown.ts'
import { isThere } from '../stores/data-dir.ts'
import { upkeepMetrics } from '../stores/upkeep-metrics.ts'
import { eraseAsReceipted } from './erasure/person.ts'
import { buildSiteIfNeeded, SITE_DIST } from './site/build.ts'
import { siteOptions } from './site/config.ts'
import { siteRoutes } from './site/site.ts'

export type Firsttouch = Running & MountedApi

type StartOptions = {
  /** If false, starts the services without the public pages and the dashboard. */
  site?: boolean
  say?: (line: string) => void
}

/** No load balancer stands in front of this process, so a shutdown need not wait for one. */
const DRAIN_SECONDS = 0

/** Throws an error for the operator if a store, the port or the site is unavailable. */
export const startFirsttouch = async (
  env: Env,
  { site = true, say }: StartOptions = {},
): Promise<Firsttouch> => {
  await assertNotRunning(env)
  if (env.DATABASE_URL && (await isThere(env.DATA_DIR, 'postgres')))
    say?.(`DATABASE_URL is set and wins: the installation in ${resolve(env.DATA_DIR)} is not used.`)
  let startCanary: ((url: string, everyMs: number) => void) | undefined
  const running = await startService(
    'whole',
    env,
    async service => {
      const stores = service.keep(await openStores(env))
      await normaliseRecords(stores.sql, env.BUSINESS_COUNTRY)
      for (const sentence of await eraseAsReceipted(stores.sql, env.DATA_DIR)) say?.(sentence)
      warnOfProxy(env, service.app.log)
      storesMetric(service.registry, storeChecks(stores))
      const projecting = mountProjector(service, env, stores)
      startCanary = projecting.startCanary
      mountIngest(service, env, stores.log, settingsIn(stores.sql))
      const onceListening = await mountApi(service, env, stores)
      upkeepMetrics(service.registry, { ...stores, clickhouse: stores.clickhouse.client(), env })
      if (site) {
        await buildSiteIfNeeded(say)
        service.app.register(
          siteRoutes({ ...siteOptions(env, SITE_DIST), askShares: () => servedShares(stores.sql) }),
        )
      }
      return { onceListening, readGauges: projecting.readGauges }
    },
    DRAIN_SECONDS,
  )
  if (env.CANARY_SECONDS > 0) startCanary?.(running.url, env.CANARY_SECONDS * 1000)
  if (env.CLICKHOUSE_URL) return running
  await writeFile(addressFile(env), `${running.url} ${process.pid}`)
  const close = async () => {
    await Promise.all([running.close(), rm(addressFile(env), { force: true })])
  }
  return { ...running, close }
}

type DataEnv = Pick<Env, 'DATA_DIR' | 'CLICKHOUSE_URL' | 'HOST' | 'PORT'>
const addressFile = ({ DATA_DIR }: DataEnv): string => resolve(DATA_DIR, 'address')

/** undefined if no Firsttouch process answers. */
export const runningUrl = async (env: DataEnv) => (await findRunning(env))?.url

/** Ignores an address file that a killed process left. */
const findRunning = async (env: DataEnv) => {
  // With a ClickHouse server there is no address file, so try the configured address.
  const own = env.CLICKHOUSE_URL ? addressOf(env) : await readFile(addressFile(env), 'utf8').catch(() => '')
  const [url = '', pid] = own.split(' ')
  if (pid && !isAlive(Number(pid))) return undefined
  const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.ok ? { url, pid } : undefined
}

/** Throws if another process uses the embedded ClickHouse. Call this before opening a port, which it may hold. */
export const assertNotRunning = async (env: DataEnv): Promise<void> => {
  const running = env.CLICKHOUSE_URL ? undefined : await findRunning(env)
  if (running)
    throw new Error(
      `Firsttouch already runs over ${resolve(env.DATA_DIR)}: process ${running.pid} at ${running.url}. Stop it, or set DATA_DIR to another directory.`,
    )
}

/** Starts the services on random ports, because another installation may use the configured ones. */
export const startForCommand = (env: Env): Promise<Firsttouch> => {
  const anywhere = { PORT: 0, METRICS_PORT: undefined, SQL_PORT: undefined }
  return startFirsttouch({ ...env, SITE_URL: env.SITE_URL ?? addressOf(env), ...anywhere }, { site: false })
}

/** Only a projector changes read models. If ClickHouse is embedded and no projector runs, starts one for `work`. */
export const withProjector = async <T>(env: Env, work: () => Promise<T>): Promise<T> => {
  const runs = env.CLICKHOUSE_URL !== undefined || (await runningUrl(env)) !== undefined
  const started = runs ? null : await startForCommand(env)
  return work().finally(() => started?.close())
}

/** Stops Firsttouch when its npm process has been killed. A killed parent shows as a changed parent process id. */
const endWithNpm = (npm = process.ppid): void => {
  if (process.env.npm_lifecycle_event !== 'start') return
  setInterval(() => process.ppid !== npm && process.kill(process.pid, 'SIGTERM'), 1_000).unref()
}

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

if (import.meta.main) {
  endWithNpm()
  await runMain(main)
}
