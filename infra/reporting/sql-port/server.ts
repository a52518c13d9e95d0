/** ClickHouse's HTTP protocol on loopback for the embedded engine. `answer` decides which queries are allowed. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openShortQueue } from '../../platform/short-queue.ts'
import { trackPending } from '../../platform/timing.ts'
import { SERVER_HEADERS, sendAnswer } from './answer.ts'
import { isLoopback, mayAsk, readQuestion } from './request.ts'
import type { Answer, Question } from './session.ts'
import { Refused } from './tokens.ts'

export type SqlPort = { port: number; close(): Promise<void> }
export type SqlPortOptions = {
  port: number
  /** The password. Any user name is accepted. */
  token: string
  answer: (question: Question, signal: AbortSignal) => Promise<Answer>
  maxBytes?: number
  atOnce?: number
}

/** Upper bound of running queries. Further queries wait in a bounded queue. */
export const AT_ONCE = 4
const WAITING = 32
const STANDING_MS = 60_000
/** Each connection may hold a megabyte of URL before its token is checked, and then a megabyte of body. */
const CONNECTIONS = 256
/** Query parameters are part of the URL. Equals ClickHouse's default http_max_uri_size. Node's default is 16 KB. */
const MAX_ADDRESS_BYTES = 1024 * 1024

/** Throws when the port is taken. */
export const openSqlPort = async (options: SqlPortOptions): Promise<SqlPort> => {
  // Few queries run at once, because the same machine also ingests the site's events.
  const inTurn = openShortQueue(
    options.atOnce ?? AT_ONCE,
    WAITING,
    () => new Refused('Too many queries at once: ask again in a while.', 202),
  )
  const answering = trackPending()
  const server = createServer({ maxHeaderSize: MAX_ADDRESS_BYTES }, (request, response) => {
    void answering.add(respond(request, response, options, inTurn).catch(error => fail(response, error)))
  })
  server.maxConnections = CONNECTIONS
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close: async () => {
      server.close()
      // The engine closes next, so running answers must end first.
      await answering.settled()
      server.closeAllConnections()
    },
  }
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  { token, answer, maxBytes = 1_000_000 }: SqlPortOptions,
  inTurn: ReturnType<typeof openShortQueue>,
): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (!isLoopback(request.headers.host)) throw new Refused('This port is for programs on this machine.', 516)
  if (!isAsking(request, url)) {
    if (/^\/(ping|replicas_status)?$/.test(url.pathname)) return void response.end('Ok.\n')
    return void response.writeHead(404, { 'content-type': 'text/plain; charset=UTF-8' }).end(NO_SUCH_PATH)
  }
  if (!mayAsk(request, url, token))
    throw new Refused(
      'Authentication failed: the token is the password. `npm run sql -- --url` shows it.',
      516,
    )
  const question = await readQuestion(request, url, maxBytes)
  await inTurn(async () => {
    const left = new AbortController()
    response.once('close', () => left.abort())
    // Without this timeout, a client that stops reading would hold its slot, and its answer would stay in memory.
    response.setTimeout(STANDING_MS, () => response.destroy())
    if (!response.destroyed) await sendAnswer(request, response, url, await answer(question, left.signal))
  })
}

const isAsking = (request: IncomingMessage, url: URL): boolean => {
  if (request.method === 'GET' || request.method === 'HEAD')
    return url.searchParams.has('query') && url.pathname === '/'
  return request.method === 'POST' && url.pathname === '/'
}

const NO_SUCH_PATH = `There is nothing here. Use / or /ping to see whether the port answers.
Send queries by POST to / or by GET /?query=...
`

const STATUS: Record<number, number> = {
  516: 401,
  497: 403,
  164: 403,
  446: 403,
  60: 404,
  81: 404,
  46: 404,
  62: 400,
  202: 503,
}

/** Sends an error in the format of a ClickHouse server, so that clients show its code and message. */
const fail = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) return void response.destroy()
  const code = error instanceof Error && 'code' in error ? Number(error.code) || 1002 : 1002
  const type = error instanceof Error && 'type' in error ? error.type : 'REFUSED'
  const text = error instanceof Error ? error.message : 'Unknown error'
  response.removeHeader('content-encoding')
  response.removeHeader('content-length')
  response.writeHead(STATUS[code] ?? 400, {
    ...SERVER_HEADERS,
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
    ...(code === 516 ? { 'www-authenticate': 'Basic realm="Firsttouch"' } : {}),
    // The server would otherwise parse unread parts of this request as the next one.
    connection: 'close',
  })
  response.end(`Code: ${code}. DB::Exception: ${text} (${type})\n`)
}
