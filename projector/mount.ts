/** A projector in a process, as the environment wants it. */
import type { Stores } from '@firsttouch/infra/open-stores'
import type { Env } from '@firsttouch/infra/platform/env'
import type { Service } from '@firsttouch/infra/platform/service'
import { errorLine } from '@firsttouch/infra/platform/tracing/traced-errors'
import { projectorMetrics } from './monitoring/metrics.ts'
import { startProjecting } from './start.ts'

export const mountProjector = (
  { app, registry, keep, tracing }: Pick<Service, 'app' | 'registry' | 'keep' | 'tracing'>,
  env: Pick<Env, 'KEEP_VISIT_DETAILS_DAYS' | 'REPORT_TIMEZONE'>,
  stores: Stores,
): ReturnType<typeof startProjecting> => {
  const projecting = startProjecting({
    ...stores,
    tracing,
    metrics: projectorMetrics(registry),
    keepDetailsDays: env.KEEP_VISIT_DETAILS_DAYS,
    timeZone: env.REPORT_TIMEZONE,
    onError: error => app.log.error(errorLine(error), 'projector'),
  })
  keep({ close: projecting.stop })
  return projecting
}
