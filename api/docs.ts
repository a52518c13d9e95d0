import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { guardRoutes } from './auth/guard.ts'
import { type Deps, FOR_VIEWERS } from './deps.ts'

/** Describes only routes that are registered after this call. */
export const describeRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Firsttouch API',
        description: 'Campaigns, figures, leads and forms. Errors are problem+json (RFC 9457).',
        version: '1',
      },
    },
    transform: jsonSchemaTransform,
  })
}

const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

export const docsRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  app.addHook('onRoute', route => {
    route.config = { ...route.config, ...FOR_VIEWERS }
  })
  guardRoutes(app, deps)
  await app.register(swaggerUi, {
    routePrefix: '/api/admin/docs',
    uiConfig: { deepLinking: false },
    staticCSP: PAGE_POLICY,
  })
}
