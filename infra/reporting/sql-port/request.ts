/** Parses and authorises a request of ClickHouse's HTTP protocol. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Question } from './session.ts'
import { Refused } from './tokens.ts'

/** Rejects other host names, because a web page could reach this port through its own host name (DNS rebinding). */
export const isLoopback = (host = ''): boolean => {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || (isIP(name) > 0 && /^(127\.|::1$)/.test(name))
}

/** Clients may send the token in a header, in basic authentication or in the URL. */
export const mayAsk = ({ headers }: IncomingMessage, url: URL, token: string): boolean => {
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

/** URL parameters of ClickHouse's HTTP protocol. All other parameters are settings. */
const RESERVED =
  /^(query|database|default_format|user|password|query_id|session_id|session_check|session_timeout|compress|decompress|quota_key|client_protocol_version|stacktrace)$/

/** From this revision on, clients expect the Native format with markers. The embedded engine writes no markers. */
const MARKED_NATIVE = 54_454

/** Throws Refused for features that only a ClickHouse server offers. */
const refuseServersAlone = (search: URLSearchParams, encoding = 'identity'): void => {
  if (encoding !== 'identity')
    throw new Refused('Send the query uncompressed: only answers are compressed.', 48)
  if (search.get('compress') === '1' || search.get('decompress') === '1')
    throw new Refused(
      'ClickHouse\u2019s own compression is not offered here. Switch it off (JDBC: compress=0), or use gzip or zstd over HTTP.',
      48,
    )
  if (Number(search.get('client_protocol_version')) >= MARKED_NATIVE)
    throw new Refused(
      'The embedded engine does not answer clickhouse-go. Connect it to a ClickHouse server, or use another driver.',
      48,
    )
}

export const readQuestion = async (
  request: IncomingMessage,
  url: URL,
  maxBytes: number,
): Promise<Question> => {
  const { headers } = request
  refuseServersAlone(url.searchParams, headers['content-encoding'])
  const form = new Map(url.searchParams)
  const body = await readBody(request, maxBytes)
  const parts = /^multipart\/form-data\b/.test(headers['content-type'] ?? '')
    ? await fieldsOf(body, headers['content-type'] ?? '')
    : [['', body.toString()] as const]
  for (const [name, value] of parts) if (name !== '') form.set(name, value)
  const statement = [form.get('query'), parts.find(([name]) => name === '')?.[1]]
  checkDatabase(form.get('database') ?? String(headers['x-clickhouse-database'] ?? ''))
  const parameters = [...form]
    .filter(([name]) => name.startsWith('param_'))
    .map(([name, value]) => [name.slice(6), value])
  const settings = [...form].filter(([name]) => !name.startsWith('param_') && !RESERVED.test(name))
  return {
    query: statement.filter(text => text).join('\n'),
    parameters: Object.fromEntries(parameters),
    settings: Object.fromEntries(settings),
    format: form.get('default_format') ?? String(headers['x-clickhouse-format'] ?? 'TabSeparated'),
  }
}

const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) throw new Refused(`The query is longer than ${maxBytes} bytes.`, 62)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const fieldsOf = async (body: Buffer, type: string): Promise<[string, string][]> => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new Refused('The form cannot be read: send multipart/form-data with fields.', 36)
    })
  return [...form].map(([name, value]) => {
    if (typeof value === 'string') return [name, value]
    throw new Refused(`The field ${name} is a file: external tables are not supported.`)
  })
}

/** Drivers send `default` if the user chose no database. */
const checkDatabase = (name: string): void => {
  if (!['', 'default', 'reporting'].includes(name))
    throw new Refused(`Database ${name} does not exist: the views are in reporting.`, 81)
}
