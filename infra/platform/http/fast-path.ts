/** Past Fastify: a plain request to a busy call. Whatever is out of the ordinary, and every refusal, goes through Fastify. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { SAFE_HEADERS } from './headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Not there where requests are logged: each needs Fastify's logger. */
    fastPath?: FastPath
  }
}

export type Sender = { id: string; ip: string; headers: IncomingHttpHeaders }

/** Each may throw what the same call throws behind Fastify, which answers with it. */
export type FastCall = {
  /** Before the body of `bytes` is read. */
  admit?: ((ip: string, bytes: number) => void) | undefined
  /** What it answers is sent as JSON, with status 202. */
  take(body: unknown, sender: Sender): Promise<object>
  headers: Record<string, string>
}

export type FastPath = {
  /** A POST to exactly this path. Fastify needs a route for it as well. */
  add(path: string, call: FastCall): void
  /** From now on every request goes through Fastify. */
  close(): void
}

type Limits = {
  trustProxy: string[]
  bodyLimit: number
  check(body: unknown): void
}
type Route = FastCall & { flatHeaders: string[] }

export const openFastPath = (app: FastifyInstance, limits: Limits): FastPath => {
  const routes = new Map<string, Route>()
  const failures = new WeakMap<IncomingMessage, Error>()
  const answer = answerer(app, limits)
  const [fastify] = app.server.listeners('request') as RequestListener[]
  if (!fastify) throw new Error('Fastify does not listen to its server.')
  let isOpen = true
  app.server.off('request', fastify).on('request', (request, response) => {
    const route = isOpen ? routes.get(request.url ?? '') : undefined
    if (!route || !isPlain(request, limits.bodyLimit)) return fastify(request, response)
    answer(route, request, response).catch(error => {
      failures.set(request, error)
      fastify(request, response)
    })
  })
  app.addHook('preParsing', (request, _reply, payload, done) =>
    done(failures.get(request.raw) ?? null, payload),
  )
  const close = () => {
    isOpen = false
  }
  app.addHook('preClose', async () => close())
  return {
    add: (path, call) => {
      const flatHeaders = Object.entries({ ...SAFE_HEADERS, ...JSON_TYPE, ...call.headers }).flat()
      routes.set(path, { ...call, flatHeaders })
    },
    close,
  }
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const PLAIN_TYPE = /^(?:application\/json|text\/plain)(?:; ?charset=utf-8)?$/i

/** A beacon, or JSON as it comes. A body without a length, or with one too large, is not. */
const isPlain = ({ method, headers }: IncomingMessage, bodyLimit: number): boolean =>
  method === 'POST' &&
  !headers['content-encoding'] &&
  Number(headers['content-length']) <= bodyLimit &&
  PLAIN_TYPE.test(headers['content-type'] ?? '')

const answerer = (app: FastifyInstance, { trustProxy, check }: Limits) => {
  const isTrusted = proxyAddr.compile(trustProxy)
  const parse = readerOfJson(app)
  return async ({ admit, take, flatHeaders }: Route, request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    const ip = proxyAddr(request, isTrusted)
    admit?.(ip, Number(headers['content-length']))
    const body = parse(await textOf(request))
    check(body)
    const said = JSON.stringify(await take(body, { id: randomUUID(), ip, headers }))
    response.writeHead(202, [...flatHeaders, 'content-length', String(Buffer.byteLength(said))]).end(said)
  }
}

/** With Fastify's own parser, so that both paths refuse the same. */
const readerOfJson = (app: FastifyInstance): ((text: string) => unknown) => {
  const parser = app.getDefaultJsonParser('error', 'error')
  return text => {
    let read: unknown
    parser(undefined as never, text, (error, body) => {
      if (error) throw error
      read = body
    })
    return read
  }
}

/** Pending for ever where the client goes away before the end. */
const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise(resolve => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(String(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))))
  })
