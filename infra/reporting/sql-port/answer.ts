import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib'
import type { Answer } from './session.ts'

export const sendAnswer = async (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  answer: Answer,
): Promise<void> => {
  for (const [name, value] of Object.entries(headersOf(url, answer))) response.setHeader(name, value)
  const encoding = url.searchParams.get('enable_http_compression') === '1' ? accepted(request) : undefined
  const size = answer.chunks.reduce((sum, { length }) => sum + length, 0)
  if (encoding) response.setHeader('content-encoding', encoding)
  else response.setHeader('content-length', size)
  const packing: Transform[] = encoding ? [ENCODERS[encoding]()] : []
  await pipeline([Readable.from(answer.chunks), ...packing, response])
}

const ENCODERS = {
  zstd: createZstdCompress,
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: createGzip,
  deflate: createDeflate,
}

const accepted = ({ headers }: IncomingMessage): keyof typeof ENCODERS | undefined => {
  const named = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map(part => part.split(';')[0]?.trim())
  return (['gzip', 'deflate', 'br', 'zstd'] as const).find(name => named.includes(name))
}

const headersOf = (url: URL, { format, rows, bytesRead, seconds }: Answer): Record<string, string> => {
  const id = url.searchParams.get('query_id')?.replace(/[^\w-]/g, '')
  const summary = {
    read_rows: String(rows),
    read_bytes: String(bytesRead),
    written_rows: '0',
    written_bytes: '0',
    total_rows_to_read: '0',
    result_rows: String(rows),
    result_bytes: String(bytesRead),
    elapsed_ns: String(Math.round(seconds * 1e9)),
  }
  return {
    'content-type': typeOf(format),
    'x-clickhouse-query-id': id || randomUUID(),
    'x-clickhouse-format': format,
    'x-clickhouse-summary': JSON.stringify(summary),
    ...SERVER_HEADERS,
  }
}

export const SERVER_HEADERS = {
  'x-clickhouse-server-display-name': 'firsttouch',
  'x-clickhouse-timezone': 'UTC',
}

const typeOf = (format: string): string => {
  if (/^(JSON$|JSONCompact$|JSONStrings|JSONColumns)/.test(format)) return 'application/json; charset=UTF-8'
  if (/JSON|^NDJSON/.test(format)) return 'application/x-ndjson; charset=UTF-8'
  if (/^CSV/.test(format)) return `text/csv; charset=UTF-8; header=${format === 'CSV' ? 'absent' : 'present'}`
  if (/^(TSV|TabSeparated)/.test(format)) return 'text/tab-separated-values; charset=UTF-8'
  return BINARY.test(format) ? 'application/octet-stream' : 'text/plain; charset=UTF-8'
}
const BINARY = /^(Arrow|ArrowStream|BSONEachRow|MsgPack|Native|ORC|Parquet|RowBinary\w*)$/
