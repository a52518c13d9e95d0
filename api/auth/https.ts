import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isOwnMachine } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { isLocalHost } from '../contract/fields/web-link.ts'

/** Refuses (403) a program whose secret could be read on its way. The Host header alone is the caller's word, the address alone may be that of a proxy on this machine. */
export const demandHttps = (request: FastifyRequest, detail: string): void => {
  const isLocal = isLocalHost(request.hostname) && isOwnMachine(request.ip)
  if (request.protocol !== 'https' && !isLocal) throw new HttpError(403, detail)
}
