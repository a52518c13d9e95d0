/** Error messages for requests that the HTTP server itself rejects. */
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyRequest } from 'fastify'

export const sentenceFor = (
  error: FastifyError,
  status: number,
  { routeOptions }: FastifyRequest,
): string => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `The body is too large: this address reads at most ${Math.floor((routeOptions.bodyLimit ?? 0) / 1024)} KiB.`
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'Send the body as application/json.'
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'The body is empty: send JSON.'
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return 'The body is not valid JSON.'
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'The body does not have the length that its header names.'
  }
  if (error.validation) return 'Some fields are not valid: see issues.'
  if (error instanceof SyntaxError) return 'The body is not valid JSON.'
  if (status >= 500) return 'Something went wrong on our side. It has been logged; please try again.'
  return status === 429 ? error.message : (STATUS_CODES[status] ?? 'The request cannot be answered.')
}

/**
 * Error codes of an unavailable store. 57P01 to 57P03 mean that PostgreSQL is starting or ending. Class 08 means a
 * failed connection. The other codes come from the driver and the operating system.
 */
const AWAY =
  /^(57P0[123]|08\w{3}|CONNECTION_(ENDED|CLOSED|DESTROYED|LOST)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE)$/

/** Whether the error means that a store is unavailable, so that a retry may succeed. */
export const isStoreAway = ({ code }: { code?: string }): boolean => AWAY.test(code ?? '')

export const validationIssues = (error: FastifyError): { path: string; message: string }[] | undefined =>
  error.validation?.map(issue => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'is not valid',
  }))
