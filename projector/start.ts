/** Everything that a process with a projector runs: the generations, their progress, the gauges, the canary, the end of others that stalled. */

import type { Log } from '@firsttouch/infra/log/log'
import type { LagMetrics, ProjectorMetrics } from '@firsttouch/infra/platform/metrics'
import { repeat } from '@firsttouch/infra/platform/timing'
import type { Tracing } from '@firsttouch/infra/platform/tracing/tracing'
import type { ClickHouse } from '@firsttouch/infra/stores/clickhouse'
import { terminateStalled } from '@firsttouch/infra/stores/holding'
import type { Sql } from 'postgres'
import { runGenerations } from './generations/generations.ts'
import { runCanary } from './monitoring/canary.ts'
import { openGauges } from './monitoring/gauges.ts'
import { openProgress } from './monitoring/readiness.ts'
import type { Resting } from './pipeline/rounds/resting.ts'

type ProjectingDeps = {
  log: Log
  clickhouse: Pick<ClickHouse, 'client'>
  sql: Sql
  metrics: ProjectorMetrics
  lagMetrics: LagMetrics
  tracing?: Tracing | undefined
  keepDetailsDays?: number
  timeZone: string
  resting?: Resting
  onError: (error: unknown) => void
}

const TERMINATE_STALLED_EVERY_MS = 2_000

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
  const terminating = repeat({ signal, onError, everyMs: TERMINATE_STALLED_EVERY_MS }, () =>
    terminateStalled(sql),
  )
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
      await Promise.all([running, terminating, canary])
    },
  }
}
