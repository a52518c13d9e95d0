/** Sets up OpenTelemetry's SDK with an OTLP exporter over HTTP. */

import { SpanKind } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingEnv } from './tracing.ts'

/** Bounds the queue to a few megabytes while the collector is down. Further spans are dropped. */
const QUEUE = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 }
const EXPORT_WITHIN_MS = 10_000
export const MOST_LINKS = 100
const LIMITS = { linkCountLimit: MOST_LINKS, attributeCountLimit: 32, attributeValueLengthLimit: 2_000 }

export const openProvider = (env: TracingEnv, onError: (error: unknown) => void): TracerProvider => {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? ''
  const url = `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces`
  const exporter = withErrors(new OTLPTraceExporter({ url }), onError)
  return new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(
        resourceFromAttributes({
          'service.name': env.OTEL_SERVICE_NAME,
          'service.instance.id': String(process.pid),
        }),
      ),
    sampler: samplerOf(env),
    spanLimits: LIMITS,
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_WITHIN_MS, ...QUEUE })],
  })
}

/** Reports export errors, which the SDK alone would swallow. */
const withErrors = (exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter => ({
  export: (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
    exporter.export(spans, result => {
      if (result.code === ExportResultCode.FAILED) onError(result.error)
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})

/** Decides only about spans of requests. Always records other spans, because they belong to sampled requests. */
const samplerOf = ({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingEnv): Sampler => {
  const chosen = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new TraceIdRatioBasedSampler(ratio)
  const ofRequests = name.startsWith('parentbased_') ? new ParentBasedSampler({ root: chosen }) : chosen
  return {
    shouldSample: (context, traceId, span, kind, attributes, links) =>
      kind === SpanKind.SERVER
        ? ofRequests.shouldSample(context, traceId, span, kind, attributes, links)
        : { decision: SamplingDecision.RECORD_AND_SAMPLED },
    toString: () => ofRequests.toString(),
  }
}
