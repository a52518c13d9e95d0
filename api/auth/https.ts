import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isOwnMachine } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { isLocalHost } from '../contract/fields/web-link.ts'

/**
 * Throws HttpError 403 if the secret travelled unencrypted. Checks host and address, because the caller sets Host and the address
 * may be a local proxy's.
 */
export const demandHttps = (request: FastifyRequest, detail: string): void => {
  const isLocal = isLocalHost(request.hostname) && isOwnMachine(request.ip)
  if (request.protocol !== 'https' && !isLocal) throw new HttpError(403, detail)
}
