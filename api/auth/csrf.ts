/** Refuses what another site made a browser send with our cookie (ASVS 3.5). */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { FastifyRequest } from 'fastify'

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** Another site cannot send JSON without being asked first. A client that is no browser sends neither header, and has no cookie to steal. */
export const checkCsrf = (request: FastifyRequest): void => {
  if (SAFE.includes(request.method)) return
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunked } = request.headers
  const hasBody = type !== undefined || chunked !== undefined || Number(length ?? 0) > 0
  if (hasBody && !/^application\/json\s*(;|$)/i.test(type ?? ''))
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
