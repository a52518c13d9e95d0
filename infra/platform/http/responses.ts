/** Counts responses by status and group of routes. */
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { openMeters } from '../metrics.ts'

export const countResponses = (app: FastifyInstance, registry: Registry): void => {
  const responses = openMeters(registry).counter(
    'http_responses_total',
    'Responses by status. route: the first two parts of the declared route, such as /api/admin; none where there is nothing.',
    'route',
    'status',
  )
  app.addHook('onResponse', ({ routeOptions }, { statusCode }, done) => {
    const route = routeOptions.url?.split('/').slice(0, 3).join('/') ?? 'none'
    responses.inc({ route, status: String(statusCode) })
    done()
  })
}
