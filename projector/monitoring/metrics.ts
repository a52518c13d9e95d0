import { lagMetrics } from '@firsttouch/infra/log/lag'
import { openMeters } from '@firsttouch/infra/platform/metrics'
import type { Registry } from 'prom-client'
import { accountingMetrics } from '../accounting/metrics.ts'
import { pipelineMetrics } from '../steps/metrics.ts'

export type ProjectorMetrics = ReturnType<typeof projectorMetrics>
export const projectorMetrics = (registry: Registry) => ({
  ...pipelineMetrics(registry),
  ...accountingMetrics(registry),
  ...lagMetrics(registry),
  canaryAge: openMeters(registry).absentGauge(
    'canary_age_seconds',
    'Seconds from sending the newest canary until it was visible, or until now.',
  ),
})
