/** Everything that a process with a projector runs: the generations, their progress, the gauges and the canary. */

import type { Log } from '@firsttouch/infra/log/log'
import type { Tracing } from '@firsttouch/infra/platform/tracing/tracing'
import type { ClickHouse } from '@firsttouch/infra/stores/clickhouse'
import type { Sql } from 'postgres'
import { runGenerations } from './generations/generations.ts'
import { runCanary } from './monitoring/canary.ts'
import { openGauges } from './monitoring/gauges.ts'
import type { ProjectorMetrics } from './monitoring/metrics.ts'
import { openProgress } from './monitoring/readiness.ts'
import type { Resting } from './steps/resting.ts'

type ProjectingDeps = {
  log: Log
  clickhouse: Pick<ClickHouse, 'client'>
  sql: Sql
  metrics: ProjectorMetrics
  tracing?: Tracing | undefined
  keepDetailsDays?: number
  timeZone: string
  resting?: Resting
  onError: (error: unknown) => void
}

export const startProjecting = (deps: ProjectingDeps) => {
  const { clickhouse, sql, metrics, onError } = deps
  const stop = new AbortController()
  const { signal } = stop
  const progress = openProgress(deps)
  // Not caught: a loop that cannot go on ends the process, which is then started anew.
  const running = runGenerations({
    ...deps,
    signal,
    onProgress: progress.done,
    onStopped: progress.stopped,
  })
  let canary = Promise.resolve()
  return {
    check: progress.check,
    readGauges: openGauges(deps),
    startCanary: (url: string, everyMs: number): void => {
      const onAge = (seconds: number) => metrics.canaryAge.set(seconds)
      canary = runCanary({ url, clickhouse: clickhouse.client(), sql, signal, onError, onAge, everyMs })
    },
    /** Resolves when every batch under way is done and committed. */
    stop: async (): Promise<void> => {
      stop.abort()
      progress.close()
      await Promise.all([running, canary])
    },
  }
}
