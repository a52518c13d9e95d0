import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isOwnMachine } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { isLocalHost } from '../contract/fields/web-link.ts'

const SAFE = ['GET', 'HEAD', 'OPTIONS']
const JSON_TYPE = /^application\/json\s*(;|$)/i

/** Content types of uploads. Each needs a CORS preflight. `text/plain` is missing because it needs none. */
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

/** Rejects changes that another site may have sent. A JSON body is safe, because it needs a CORS preflight. */
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

/** Also true for a client that is not a browser, because only browsers send `Sec-Fetch-Site` or `Origin`. */
export const isOwnPage = (request: FastifyRequest): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || URL.parse(origin)?.host === request.host
}

/** Checks host name and address, because clients can forge the name and a local proxy makes every address local. */
export const demandHttps = (request: FastifyRequest, detail: string): void => {
  const isLocal = isLocalHost(request.hostname) && isOwnMachine(request.ip)
  if (request.protocol !== 'https' && !isLocal) throw new HttpError(403, detail)
}
