/** The part of ClickHouse's HTTP protocol that `@clickhouse/client` uses. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Answer, Statement, Statements } from './statements.ts'

type Options = { password: string; statements: Statements }

export const answerRequests =
  ({ password, statements }: Options): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname !== '/') return void response.end('Ok.\n')
    if (!isPassword(request, password))
      return sendError(response, 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)')
    const left = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) left.abort()
    })
    readStatement(request, url)
      .then(statement => statements.run(statement, left.signal))
      .then(answer => sendAnswer(response, url, answer))
      .catch(error => sendError(response, error instanceof Error ? error.message : String(error)))
  }

const isPassword = ({ headers }: IncomingMessage, password: string): boolean => {
  const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  const given = Buffer.from(basic.replace(/^[^:]*:/, ''))
  const expected = Buffer.from(password)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** URL parameters of ClickHouse's HTTP protocol. All other parameters are settings. */
const PROTOCOL = new Set(
  'query query_id database default_format role session_id wait_end_of_query user password'.split(' '),
)

const readStatement = async (request: IncomingMessage, url: URL): Promise<Statement> => {
  const parameters: Record<string, string> = {}
  const settings: Record<string, string> = {}
  for (const [name, value] of url.searchParams)
    if (name.startsWith('param_')) parameters[name.slice(6)] = value
    else if (!PROTOCOL.has(name)) settings[name] = value
  const body = (await buffer(request)).toString()
  const query = [url.searchParams.get('query'), body].filter(Boolean).join('\n')
  const [database, role] = ['database', 'role'].map(name => url.searchParams.get(name))
  const format = url.searchParams.get('default_format') ?? 'TabSeparated'
  return { query, format, settings, parameters, ...(database && { database }), ...(role && { role }) }
}

const sendAnswer = (response: ServerResponse, url: URL, { bytes, rows, bytesRead, seconds }: Answer) => {
  const summary = {
    read_rows: `${rows}`,
    read_bytes: `${bytesRead}`,
    elapsed_ns: `${Math.round(seconds * 1e9)}`,
  }
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': bytes.byteLength,
    'x-clickhouse-query-id': url.searchParams.get('query_id') ?? '',
    'x-clickhouse-summary': JSON.stringify(summary),
  })
  response.end(bytes)
}

const sendError = (response: ServerResponse, message: string): void => {
  const code = /^Code: (\d+)/.exec(message)?.[1]
  response.writeHead(code === '516' ? 401 : 500, { 'x-clickhouse-exception-code': code ?? '1002' })
  response.end(code ? message : `Code: 1002. DB::Exception: ${message}. (UNKNOWN_EXCEPTION)`)
}
