import type { CookieSerializeOptions } from '@fastify/cookie'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { INTERNAL_COOKIE } from '@firsttouch/ingest/internal-cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

type CookieName = 'sid' | 'device' | 'oidc'

/** The prefix `__Host-` requires Secure, Path=/ and no Domain. Browsers reject it on plain http. */
const nameOf = (request: FastifyRequest, name: CookieName): string =>
  request.protocol === 'https' ? `__Host-${name}` : name

export const readCookie = (request: FastifyRequest, name: CookieName): string | undefined =>
  request.cookies[nameOf(request, name)]

export const writeCookie = (reply: FastifyReply, name: CookieName, value: string, maxAgeMs: number): void => {
  const { request } = reply
  reply.setCookie(nameOf(request, name), value, { ...flags(request), maxAge: Math.floor(maxAgeMs / 1000) })
}

export const clearCookie = (reply: FastifyReply, name: CookieName): void => {
  const { request } = reply
  reply.clearCookie(nameOf(request, name), flags(request))
}

/** Longest cookie lifetime that browsers allow. */
const INTERNAL_MS = 400 * DAY_MS

/** Not HttpOnly, because page scripts read the cookie to show internal visitors the control of every A/B test. */
export const markInternal = (reply: FastifyReply, how: 'login' | 'opt_out'): void => {
  reply.setCookie(INTERNAL_COOKIE, how, {
    ...flags(reply.request),
    httpOnly: false,
    maxAge: INTERNAL_MS / 1000,
  })
}

export const unmarkInternal = (reply: FastifyReply): void => {
  reply.clearCookie(INTERNAL_COOKIE, { ...flags(reply.request), httpOnly: false })
}

const flags = (request: FastifyRequest): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: request.protocol === 'https',
})
