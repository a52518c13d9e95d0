/** Refuses what another site made a browser send with our cookie (ASVS 3.5). */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { FastifyRequest } from 'fastify'

const SAFE = ['GET', 'HEAD', 'OPTIONS']
const JSON_TYPE = /^application\/json\s*(;|$)/i

/** What browsers call a file that ends in .csv: on Windows it is the spreadsheet's. No page can send one of these elsewhere without being asked first, as it can text/plain. */
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

/** Another site cannot send JSON without being asked first. A client that is no browser sends neither header, and has no cookie to steal. */
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

/** True also for a client that sends neither header, because it is no browser. */
export const isOwnPage = (request: FastifyRequest): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  return origin === undefined || URL.parse(origin)?.host === request.host
}
