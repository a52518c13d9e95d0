/** OpenTelemetry's SDK, set up to send to a collector by OTLP over HTTP. */
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

/** More spans than these wait for no collector: a few megabytes. What comes then is dropped. */
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 }
const EXPORT_WITHIN_MS = 10_000
/** Of a batch, whose span can hold no more. */
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

/** The SDK keeps failures to itself. */
const told = (exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter => ({
  export: (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
    exporter.export(spans, result => {
      if (result.code === ExportResultCode.FAILED) onError(result.error)
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})
