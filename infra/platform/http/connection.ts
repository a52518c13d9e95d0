/** Responds to connections that never become a request, for example because of oversized headers or a slow sender. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { SAFE_HEADERS } from './headers.ts'

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Closes the connection after the response, because the start of the next request is unknown. */
export const refuseConnection = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = STATUS[error.code ?? ''] ?? 400
  const title = STATUS_CODES[status]
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: 'The request could not be read.',
  })
  const headers = {
    ...SAFE_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'))
}
