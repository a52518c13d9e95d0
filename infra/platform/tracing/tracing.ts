/** Interface for tracing. Without a configured collector, there is no Tracing object. */
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
  /** Runs `work`. Spans that it starts become children of the request's span. */
  run(work: () => void): void
  /** `route` is the declared route, never the URL. `status` is null if the client disconnected. */
  end(answer: { route: string | undefined; status: number | null }): void
}

export type Tracing = {
  /** Begins the span of a request. Returns null if the request is not sampled. */
  request(request: {
    method: string
    id: string
    traceparent: string | string[] | undefined
  }): RequestSpan | null
  /** Traces a step of the current request or batch. If nothing is being traced, only runs `work`. */
  step<T>(what: Work, work: (span?: Span) => Promise<T>): Promise<T>
  /** Traces shared work of several requests in a new trace. A span in each request's trace links to the new trace. */
  batch<T>(what: Work, traceparents: readonly string[], work: (span?: Span) => Promise<T>): Promise<T>
  /** Sends queued spans, within two seconds. */
  close(): Promise<void>
}
