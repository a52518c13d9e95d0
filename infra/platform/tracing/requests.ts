/** A span for every request that is sampled. What it says of the request is its method, its declared route and its status. */
import type { FastifyInstance } from 'fastify'
import type { Tracing } from './tracing.ts'

/** Balancers ask every few seconds. */
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
    // Unlike onResponse it also comes for a client that went away.
    reply.raw.once('close', () =>
      span.end({
        route: routeOptions.url,
        status: reply.raw.writableEnded ? reply.raw.statusCode : null,
      }),
    )
    // Fastify goes on in it when it has read the body.
    span.run(done)
  })
}
