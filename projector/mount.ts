/** Starts a projector in this process: its generations, readiness check and gauges. The canary starts on request. */
import type { Stores } from '@firsttouch/infra/open-stores'
import type { Env } from '@firsttouch/infra/platform/env'
import type { Service } from '@firsttouch/infra/platform/service'
import { errorLine } from '@firsttouch/infra/platform/tracing/traced-errors'
import { runGenerations } from './generations/generations.ts'
import { runCanary } from './monitoring/canary.ts'
import { openGauges } from './monitoring/gauges.ts'
import { projectorMetrics } from './monitoring/metrics.ts'
import { openProgress } from './monitoring/readiness.ts'

export const mountProjector = (
  { app, registry, keep, tracing }: Pick<Service, 'app' | 'registry' | 'keep' | 'tracing'>,
  env: Pick<Env, 'KEEP_VISIT_DETAILS_DAYS' | 'REPORT_TIMEZONE'>,
  stores: Stores,
) => {
  const { clickhouse, sql } = stores
  const stop = new AbortController()
  const { signal } = stop
  const metrics = projectorMetrics(registry)
  const onError = (error: unknown) => app.log.error(errorLine(error), 'projector')
  const progress = openProgress(stores)
  // Leave a rejection uncaught, because a failed loop must end the process. The supervisor then restarts the process.
  const running = runGenerations({
    ...{ ...stores, tracing, metrics, signal, onError },
    keepDetailsDays: env.KEEP_VISIT_DETAILS_DAYS,
    timeZone: env.REPORT_TIMEZONE,
    onProgress: progress.done,
    onStopped: progress.stopped,
  })
  let canary = Promise.resolve()
  keep({
    /** Resolves when every running batch is committed. */
    close: async () => {
      stop.abort()
      progress.close()
      await Promise.all([running, canary])
    },
  })
  return {
    check: progress.check,
    readGauges: openGauges({ ...stores, metrics }),
    startCanary: (url: string, everyMs: number): void => {
      const onAge = (seconds: number) => metrics.canaryAge.set(seconds)
      canary = runCanary({ url, clickhouse: clickhouse.client(), sql, signal, onError, onAge, everyMs })
    },
  }
}
