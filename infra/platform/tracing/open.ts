import type { Env } from '../env.ts'
import type { ServiceName } from '../metrics.ts'
import type { Tracing } from './tracing.ts'

export type TracingEnv = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'TRUST_TRACEPARENT'
>

/** Loads OpenTelemetry only when the environment names a collector. The log suppresses repeated export errors. */
export const openTracing = async (
  env: TracingEnv,
  service: ServiceName,
  onError: (error: unknown) => void,
): Promise<Tracing | undefined> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  if (!endpoint) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry({
    endpoint,
    service: env.OTEL_SERVICE_NAME ?? (service === 'whole' ? 'firsttouch' : `firsttouch-${service}`),
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    trustsParents: env.TRUST_TRACEPARENT === 'on',
    onError,
  })
}
