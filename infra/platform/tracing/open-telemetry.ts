/** Tracing with OpenTelemetry. Loaded only when a collector is configured. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { within } from '../timing.ts'
import { MOST_LINKS, openProvider } from './provider.ts'
import { noteTrace } from './traced-errors.ts'
import type { RequestSpan, Span, Tracing, TracingEnv, Work } from './tracing.ts'

const CLOSE_WITHIN_MS = 2_000
/** Maximum length of a traceparent that we parse. Today it has 55 characters, but later versions may be longer. */
const LONGEST_PARENT = 128

const KINDS = { client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER }

export const openTelemetry = (env: TracingEnv, onError: (error: unknown) => void): Tracing => {
  const provider = openProvider(env, onError)
  const tracer = provider.getTracer('firsttouch')
  const active = new AsyncLocalStorage<OtelSpan>()
  const trustsParents = env.TRUST_TRACEPARENT === 'on'
  return {
    request: request => beginRequest({ tracer, active, trustsParents }, request),
    step: (what, work) => {
      const parent = active.getStore()
      if (!parent) return work()
      const span = begin(tracer, what, trace.setSpan(ROOT_CONTEXT, parent))
      return active.run(span, () => finish([span], work(faceOf(span))))
    },
    batch: (what, traceparents, work) => {
      const parents = sampledAmong(traceparents)
      if (parents.length === 0) return work()
      const span = begin(tracer, what, ROOT_CONTEXT, parents)
      const own = [span.spanContext()]
      const theirs = parents.map(parent =>
        begin(tracer, what, trace.setSpanContext(ROOT_CONTEXT, parent), own),
      )
      return active.run(span, () => finish([span, ...theirs], work(faceOf(span))))
    },
    close: () => within(CLOSE_WITHIN_MS, provider.shutdown()).catch(onError),
  }
}

type Requests = { tracer: Tracer; active: AsyncLocalStorage<OtelSpan>; trustsParents: boolean }

/** A trusted traceparent becomes the span's parent. An untrusted one is only a link and cannot decide the sampling. */
const beginRequest = (
  { tracer, active, trustsParents }: Requests,
  { method, id, traceparent }: Parameters<Tracing['request']>[0],
): RequestSpan | null => {
  const said = typeof traceparent === 'string' ? contextOf(traceparent) : null
  const parent = said && trustsParents ? trace.setSpanContext(ROOT_CONTEXT, said) : ROOT_CONTEXT
  const span = tracer.startSpan(
    method,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'firsttouch.request.id': id },
      links: said && !trustsParents ? [{ context: said }] : [],
    },
    parent,
  )
  if (!span.isRecording()) return null
  return {
    traceId: span.spanContext().traceId,
    run: work => active.run(span, work),
    end: ({ route, status }) => {
      if (route) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
      if (status) span.setAttribute('http.response.status_code', status)
      else span.setAttribute('error.type', 'aborted')
      if (!status || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

const begin = (
  tracer: Tracer,
  { name, kind, attributes }: Work,
  parent: Context,
  links: SpanContext[] = [],
): OtelSpan =>
  tracer.startSpan(
    name,
    { kind: KINDS[kind], attributes, links: links.map(context => ({ context })) },
    parent,
  )

const faceOf = (span: OtelSpan): Span => ({
  traceparent: traceparentOf(span.spanContext()),
  add: attributes => span.setAttributes(attributes),
})

/** Records only the error's class, because its message may quote data. */
const finish = async <T>(spans: OtelSpan[], work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const [own] = spans
    if (own) noteTrace(error, own.spanContext().traceId)
    for (const span of spans)
      span
        .setStatus({ code: SpanStatusCode.ERROR })
        .setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    for (const span of spans) span.end()
  }
}

const traceparentOf = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`

const contextOf = (traceparent: string): SpanContext | null => {
  const said = traceparent.length <= LONGEST_PARENT ? parseTraceParent(traceparent) : null
  return said && { ...said, isRemote: true }
}

/** Returns at most MOST_LINKS span contexts, one for each trace. */
const sampledAmong = (traceparents: readonly string[]): SpanContext[] => {
  const found = new Map<string, SpanContext>()
  for (const traceparent of traceparents) {
    if (found.size === MOST_LINKS) break
    const context = contextOf(traceparent)
    if (context && context.traceFlags & TraceFlags.SAMPLED && !found.has(context.traceId))
      found.set(context.traceId, context)
  }
  return [...found.values()]
}
