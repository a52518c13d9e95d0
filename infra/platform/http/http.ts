/** The Fastify instance for all services: problem+json errors, JSON from beacons, and limits. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import { isDeeperThan, MAX_DEPTH, readTextAsJson } from './body.ts'
import { refuseConnection } from './connection.ts'
import { SAFE_HEADERS } from './headers.ts'
import { quietLogger } from './request-log.ts'
import { isStoreAway, sentenceFor, validationIssues } from './sentences.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Skips the limit on nesting. Only for routes whose schema drops unknown fields of any depth. */
    anyDepth?: boolean
  }
}

export type Issue = { path: string; message: string }

/** An error whose message the sender may see. The response has its `status`. */
export class HttpError extends Error {
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly headers: Record<string, string>
  /** A URI that names the kind of problem for programs (RFC 9457). */
  type = 'about:blank'
  /** An additional field of the response that names the exact case for programs. */
  code: string | undefined
  constructor(status: number, detail: string, issues?: Issue[], headers: Record<string, string> = {}) {
    super(detail)
    this.status = status
    this.issues = issues
    this.headers = headers
  }
}

export const retryLater = (status: 429 | 503, detail: string, seconds: number): HttpError =>
  new HttpError(status, detail, undefined, { 'retry-after': String(seconds) })

export type HttpOptions = {
  /** Fastify's logger option. false disables logging in tests. */
  logger?: boolean | object
  /** Trusted networks (CIDR) for X-Forwarded-For. Empty by default, because a direct client could forge the header. */
  trustProxy?: string[]
  bodyLimit?: number
  /** Upper bound of open connections. Further connections are closed immediately. */
  maxConnections?: number
}

export const openHttp = (options: HttpOptions = {}): FastifyInstance => {
  const { trustProxy = [], bodyLimit = 256 * 1024 } = options
  const app = Fastify({
    logger: quietLogger(options.logger),
    trustProxy: trustProxy.length ? trustProxy : false,
    bodyLimit,
    requestTimeout: REQUEST_WITHIN_MS,
    pluginTimeout: START_WITHIN_MS,
    http: { headersTimeout: HEADERS_WITHIN_MS, connectionsCheckingInterval: LOOK_EVERY_MS },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Requests during the shutdown get normal responses.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    rewriteUrl: ({ url = '/' }) => escapeMalformed(url),
    // The router rejects overlong parameters before any hook runs, so this handler sets the headers.
    frameworkErrors: (error, _request, reply) => {
      reply.headers(SAFE_HEADERS)
      sendProblem(reply, error.statusCode ?? 400, 'The address of the request is not valid.')
    },
  })
  if (options.maxConnections) app.server.maxConnections = options.maxConnections
  readTextAsJson(app)
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    reply.headers(SAFE_HEADERS)
    const isPacked = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
    done(isPacked && method !== 'GET' && method !== 'HEAD' ? new HttpError(415, PACKED) : undefined)
  })
  const methodsAt = followRoutes(app)
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.routeOptions.config.anyDepth) refuseDeep(request.body)
    done()
  })
  closeSpareConnections(app)
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const status = error instanceof HttpError ? error.status : (error.statusCode ?? 500)
    if (error instanceof HttpError) {
      if (status >= 500) request.log.warn({ cause: error.cause }, error.message)
      reply.headers(error.headers)
      return sendProblem(reply, status, error.message, error.issues, error.type, error.code)
    }
    if (isStoreAway(error)) {
      request.log.warn({ cause: error }, STORE_AWAY)
      return sendProblem(reply.header('retry-after', '5'), 503, STORE_AWAY)
    }
    if (status >= 500) request.log.error(error)
    return sendProblem(reply, status, sentenceFor(error, status, request), validationIssues(error))
  })
  app.setNotFoundHandler((request, reply) => {
    const detail = `There is nothing at ${request.method} ${path(request.url)}.`
    const methods = methodsAt(path(request.url))
    if (methods === '') return sendProblem(reply, 404, detail)
    return sendProblem(reply.header('allow', methods), 405, `${detail} It takes ${methods}.`)
  })
  return app
}

const STORE_AWAY = 'The database is temporarily unavailable. Try again in a few seconds.'
const PACKED = 'Send the body uncompressed, without a Content-Encoding header.'

/** Returns a function that lists a path's methods for the `Allow` header. Wildcard routes do not count. */
const followRoutes = (app: FastifyInstance) => {
  const routes: { method: string | string[]; pattern: URLPattern }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.includes('*')) routes.push({ method, pattern: new URLPattern({ pathname: url }) })
  })
  return (pathname: string): string =>
    [...new Set(routes.filter(({ pattern }) => pattern.test({ pathname })).flatMap(one => one.method))].join(
      ', ',
    )
}

const escapeMalformed = (url: string): string => {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURI(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** Milliseconds for each plugin to load. Fastify's ten seconds are too short on a busy machine. */
const START_WITHIN_MS = 120_000
const REQUEST_WITHIN_MS = 30_000
const HEADERS_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 5_000

/** A closing server would otherwise wait for connections that browsers opened in reserve. */
const closeSpareConnections = (app: FastifyInstance): void => {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  })
}
const CLOSE_GRACE_MS = 5_000

/** Sends RFC 9457 problem details without internals. The request id leads to the log line. */
const sendProblem = (
  reply: FastifyReply,
  status: number,
  detail: string,
  issues?: Issue[],
  type = 'about:blank',
  code?: string,
): FastifyReply =>
  reply
    .status(status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send({
      type,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail,
      ...(issues?.length ? { issues } : {}),
      ...(code && { code }),
      requestId: reply.request.id,
    })

const refuseDeep = (body: unknown): void => {
  if (isDeeperThan(MAX_DEPTH, body))
    throw new HttpError(400, `The body is nested too deeply: at most ${MAX_DEPTH} levels are allowed.`)
}

const path = (url: string): string => url.split('?', 1)[0] ?? url
