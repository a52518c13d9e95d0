/** Sets up OpenTelemetry's SDK with an OTLP exporter over HTTP. */
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SamplerName } from '../env/tracing.ts'
import { samplerOf } from './sampler.ts'

export type ProviderOptions = {
  endpoint: string
  service: string
  sampler: SamplerName
  ratio: number
  onError: (error: unknown) => void
}

/** Bounds the queue to a few megabytes while the collector is down. Further spans are dropped. */
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 }
const EXPORT_WITHIN_MS = 10_000
/** Upper bound of links in a batch's span. */
export const MOST_LINKS = 100
const LIMITS = { linkCountLimit: MOST_LINKS, attributeCountLimit: 32, attributeValueLengthLimit: 2_000 }

export const openProvider = ({
  endpoint,
  service,
  sampler,
  ratio,
  onError,
}: ProviderOptions): TracerProvider => {
  const url = `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces`
  const exporter = told(new OTLPTraceExporter({ url }), onError)
  return new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes({ 'service.name': service, 'service.instance.id': String(process.pid) })),
    sampler: samplerOf(sampler, ratio),
    spanLimits: LIMITS,
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_WITHIN_MS, ...QUEUE })],
  })
}

/** Reports export errors, which the SDK would swallow. */
const told = (exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter => ({
  export: (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
    exporter.export(spans, result => {
      if (result.code === ExportResultCode.FAILED) onError(result.error)
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})
