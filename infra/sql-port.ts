/**
 * ClickHouse's HTTP protocol on loopback over an engine that has no port of its own: `@clickhouse/client`, curl and
 * reporting tools ask it as they would ask a server. Whoever answers decides what may be asked.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { Refused } from './sql-port-guard.ts'
import type { Question } from './sql-port-session.ts'

export type SqlPort = { port: number; close(): Promise<void> }
export type SqlPortOptions = {
  port: number
  /** The password; any user name goes with it. */
  token: string
  answer: (question: Question) => Promise<Buffer>
  maxBytes?: number
  atOnce?: number
}

const AT_ONCE = 4
const WAITING = 32
/** As a server's http_max_uri_size: parameters travel in the address. Node's own limit is a sixty-fourth of it. */
const MAX_ADDRESS_BYTES = 1024 * 1024

/** Throws when the port is taken. */
export const openSqlPort = async (options: SqlPortOptions): Promise<SqlPort> => {
  const places = openPlaces(options.atOnce ?? AT_ONCE)
  const answering = new Set<Promise<void>>()
  const server = createServer({ maxHeaderSize: MAX_ADDRESS_BYTES }, (request, response) => {
    const work = respond(request, response, options, places).catch(error => fail(response, error))
    answering.add(work)
    work.finally(() => answering.delete(work))
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: async () => {
      server.close()
      // The engine is closed next, and must not be while it answers.
      await Promise.all(answering)
      server.closeAllConnections()
    },
  }
}

type Places = { take(): Promise<() => void> }

/** The engine also takes what the site writes: analysts share a few places, and wait in a short line. */
const openPlaces = (atOnce: number): Places => {
  let free = atOnce
  const line: (() => void)[] = []
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else free += 1
  }
  return {
    take: async () => {
      if (free > 0) free -= 1
      else if (line.length >= WAITING)
        throw new Refused('Too many queries at once: ask again in a while.', 202)
      else await new Promise<void>(resolve => line.push(resolve))
      return leave
    },
  }
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  { token, answer, maxBytes = 1_000_000 }: SqlPortOptions,
  places: Places,
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (!isLoopback(request.headers.host)) throw new Refused('This port is for programs on this machine.', 516)
  const asked = url.searchParams.get('query')
  if (url.pathname === '/ping' || (request.method === 'GET' && !asked)) return void response.end('Ok.\n')
  if (url.pathname !== '/') return void response.writeHead(404).end()
  if (!mayAsk(request, url, token))
    throw new Refused(
      'Authentication failed: the token is the password. `npm run sql -- --url` shows it.',
      516,
    )
  const body = await readBody(request, maxBytes)
  const question = questionOf(url, asked === null ? body : `${asked}\n${body}`)
  const leave = await places.take()
  try {
    if (response.destroyed) return
    const result = await answer(question)
    const id = url.searchParams.get('query_id') ?? randomUUID()
    response.setHeader('content-type', typeOf(question.format))
    response.setHeader('x-clickhouse-query-id', id.replace(/[^\w-]/g, ''))
    response.setHeader('x-clickhouse-server-display-name', 'firsttouch')
    response.setHeader('x-clickhouse-timezone', 'UTC')
    response.end(result)
  } finally {
    leave()
  }
}

/** A page in a browser of this machine can send requests to loopback, under a name of its own. */
const isLoopback = (host = ''): boolean => {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || (isIP(name) > 0 && /^(127\.|::1$)/.test(name))
}

const mayAsk = ({ headers }: IncomingMessage, url: URL, token: string): boolean => {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  const fromBasic =
    basic &&
    Buffer.from(basic, 'base64')
      .toString()
      .replace(/^[^:]*:/, '')
  const given = headers['x-clickhouse-key'] ?? fromBasic ?? url.searchParams.get('password') ?? ''
  const [expected, actual] = [Buffer.from(token), Buffer.from(String(given))]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const readBody = async (request: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) throw new Refused(`The query is longer than ${maxBytes} bytes.`, 62)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Of the protocol, not settings. */
const RESERVED =
  /^(query|database|default_format|user|password|query_id|session_\w+|compress|decompress|role|quota_key|wait_end_of_query|buffer_size|\w*http\w*)$/

const questionOf = (url: URL, query: string): Question => {
  const given = [...url.searchParams]
  const parameters = given
    .filter(([name]) => name.startsWith('param_'))
    .map(([name, value]) => [name.slice(6), value])
  const settings = given.filter(([name]) => !name.startsWith('param_') && !RESERVED.test(name))
  return {
    query,
    parameters: Object.fromEntries(parameters),
    settings: Object.fromEntries(settings),
    format: url.searchParams.get('default_format') ?? 'TabSeparated',
  }
}

const typeOf = (format: string): string =>
  /^JSON/i.test(format) ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8'

const STATUS: Record<number, number> = { 516: 401, 497: 403, 164: 403, 446: 403, 60: 404, 62: 400, 202: 503 }

/** As a server words it, so that clients show code and sentence. */
const fail = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) return void response.destroy()
  const code = error instanceof Error && 'code' in error ? Number(error.code) || 1002 : 1002
  const type = error instanceof Error && 'type' in error ? error.type : 'REFUSED'
  const text = error instanceof Error ? error.message : 'Unknown error'
  response.writeHead(STATUS[code] ?? 400, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
    ...(code === 516 ? { 'www-authenticate': 'Basic realm="Firsttouch"' } : {}),
    // What was not read of the request would be taken for the next one.
    connection: 'close',
  })
  response.end(`Code: ${code}. DB::Exception: ${text} (${type})\n`)
}
