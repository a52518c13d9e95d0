/** The spans that a process reports to a collector of traces. Without a collector there is no Tracing. */

export type Attributes = Record<string, string | number | string[]>
export type Work = { name: string; kind: 'client' | 'producer' | 'consumer'; attributes: Attributes }

/** A piece of work that is traced. */
export type Span = {
  /** Its place in the trace, as W3C Trace Context writes it. */
  traceparent: string
  add(attributes: Attributes): void
}

export type RequestSpan = {
  traceId: string
  /** What `work` starts belongs to the request. */
  run(work: () => void): void
  /** `route` as it was declared, never the address; `status` is null where the client did not wait for the answer. */
  end(answer: { route: string | undefined; status: number | null }): void
}

export type Tracing = {
  /** null where this request is not among the sampled ones. */
  request(request: {
    method: string
    id: string
    traceparent: string | string[] | undefined
  }): RequestSpan | null
  /** A step of the request or batch that is under way here. Where none is traced it is just done. */
  step<T>(what: Work, work: (span?: Span) => Promise<T>): Promise<T>
  /** Work for many requests at once: a trace of its own with links to theirs, and a span that links to it in each of theirs. */
  batch<T>(what: Work, traceparents: readonly string[], work: (span?: Span) => Promise<T>): Promise<T>
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>
}
