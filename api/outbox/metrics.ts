/** What the outbox tells Prometheus. */
import { openMeters } from '@firsttouch/infra/platform/metrics'
import type { ISql } from 'postgres'
import type { Registry } from 'prom-client'
import { countPending } from './outbox.ts'

export const outboxMetric = (registry: Registry, sql: ISql): void =>
  openMeters(registry).readGauge(
    'outbox_pending',
    'Conversions of forms that the log does not hold yet.',
    [],
    async () => [[{}, await countPending(sql)]],
  )
