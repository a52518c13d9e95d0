import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isOwnMachine } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { isLocalHost } from '../contract/fields/web-link.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']
const JSON_TYPE = /^application\/json\s*(;|$)/i

/** Content types of CSV files. All of them need a CORS preflight. text/plain needs none, so it is missing. */
export const FILE_TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
const isFile = (type: string): boolean => {
  const [name = ''] = type.split(';', 1)
  return FILE_TYPES.includes(name.trim().toLowerCase())
}

/**
 * Throws HttpError for a change that a page of another site may have sent. Other sites cannot send JSON without a CORS preflight. Clients
 * that are not browsers send neither `Sec-Fetch-Site` nor `Origin`, and have no cookie to steal.
 */
export const checkCsrf = (request: FastifyRequest): void => {
  if (SAFE.includes(request.method)) return
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunked } = request.headers
  const hasBody = type !== undefined || chunked !== undefined || Number(length ?? 0) > 0
  if (request.routeOptions.config.takesFile) {
    if (hasBody && !isFile(type ?? '')) throw new HttpError(415, 'Send the file itself as text/csv.')
  } else if (hasBody && !JSON_TYPE.test(type ?? ''))
    throw new HttpError(403, 'Send the body as application/json.')
  if (!isOwnPage(request)) throw new HttpError(403, 'This can only be done from the dashboard itself.')
}

/** True if a page of this site sent the request, or a program: only browsers send `Sec-Fetch-Site` or `Origin`. */
export const isOwnPage = (request: FastifyRequest): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || URL.parse(origin)?.host === request.host
}

/**
 * Throws HttpError 403 if the secret was sent unencrypted, unless host name and address are both local. One alone is
 * not enough: the client chooses the host name, and the address may be that of a local proxy.
 */
export const demandHttps = (request: FastifyRequest, detail: string): void => {
  const isLocal = isLocalHost(request.hostname) && isOwnMachine(request.ip)
  if (request.protocol !== 'https' && !isLocal) throw new HttpError(403, detail)
}
