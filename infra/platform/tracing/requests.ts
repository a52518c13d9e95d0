/** Creates a span for every sampled request, with its method, declared route and status. */
import type { FastifyInstance } from 'fastify'
import type { Tracing } from './tracing.ts'

/** Health checks are not traced, because load balancers send them every few seconds. */
const HEALTH = '/health/'

export const traceRequests = (app: FastifyInstance, tracing: Tracing): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id, headers, routeOptions } = request
    const span = request.url.startsWith(HEALTH)
      ? null
      : tracing.request({ method, id, traceparent: headers.traceparent })
    if (!span) return done()
    request.log = request.log.child({ trace_id: span.traceId })
    reply.log = request.log
    // Unlike onResponse, `close` also fires when the client disconnects.
    reply.raw.once('close', () =>
      span.end({
        route: routeOptions.url,
        status: reply.raw.writableEnded ? reply.raw.statusCode : null,
      }),
    )
    // Runs the rest of the request in the span's context, even after Fastify has read the body.
    span.run(done)
  })
}
