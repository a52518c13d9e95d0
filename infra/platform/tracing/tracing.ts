/** Interface for tracing. There is no Tracing without a configured collector. */
import type { Env } from '../env.ts'

export type TracingEnv = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'TRUST_TRACEPARENT'
>

type Attributes = Record<string, string | number | string[]>
export type Work = { name: string; kind: 'client' | 'producer' | 'consumer'; attributes: Attributes }

export type Span = {
  /** The span's position in the trace, in W3C Trace Context format. */
  traceparent: string
  add(attributes: Attributes): void
}

export type RequestSpan = {
  traceId: string
  /** Makes spans that `work` starts children of the request. */
  run(work: () => void): void
  /** `route`: the declared route, never the URL. `status`: null when the client disconnected. */
  end(answer: { route: string | undefined; status: number | null }): void
}

export type Tracing = {
  /** null for a request that is not sampled. */
  request(request: {
    method: string
    id: string
    traceparent: string | string[] | undefined
  }): RequestSpan | null
  /** Traces a step of the current request or batch. Without a current trace, `work` just runs. */
  step<T>(what: Work, work: (span?: Span) => Promise<T>): Promise<T>
  /** Traces work for several requests in a new trace. It and a span in each request's trace link to each other. */
  batch<T>(what: Work, traceparents: readonly string[], work: (span?: Span) => Promise<T>): Promise<T>
  /** Sends queued spans, within two seconds. */
  close(): Promise<void>
}
