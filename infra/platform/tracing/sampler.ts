/** Samplers by the standard names of OTEL_TRACES_SAMPLER. */
import { SpanKind } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { SamplerName } from '../env/tracing.ts'

/** Samples only spans of requests. Other spans exist only within a sampled parent. */
export const samplerOf = (name: SamplerName, ratio: number): Sampler => {
  const chosen = rootOf(name, ratio)
  const ofRequests = name.startsWith('parentbased_') ? new ParentBasedSampler({ root: chosen }) : chosen
  return {
    shouldSample: (context, traceId, span, kind, attributes, links) =>
      kind === SpanKind.SERVER
        ? ofRequests.shouldSample(context, traceId, span, kind, attributes, links)
        : { decision: SamplingDecision.RECORD_AND_SAMPLED },
    toString: () => ofRequests.toString(),
  }
}

const rootOf = (name: SamplerName, ratio: number): Sampler => {
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  return name.endsWith('always_on') ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio)
}
