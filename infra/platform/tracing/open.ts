import type { ServiceName } from '../metrics.ts'
import type { Tracing, TracingEnv } from './tracing.ts'

/** Loads OpenTelemetry only when the environment names a collector. The logger suppresses repeated export errors. */
export const openTracing = async (
  env: TracingEnv,
  service: ServiceName,
  onError: (error: unknown) => void,
): Promise<Tracing | undefined> => {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  const name = service === 'whole' ? 'firsttouch' : `firsttouch-${service}`
  return openTelemetry({ OTEL_SERVICE_NAME: name, ...env }, onError)
}
