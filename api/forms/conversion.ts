import type { LogEntry } from '@firsttouch/infra/log/log'
import { accept, envelope } from '@firsttouch/ingest/accept'
import { CANARY_SESSION } from '@firsttouch/ingest/events'
import { networkList, openLeftOut } from '@firsttouch/ingest/left-out'
import type { FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import { type Carried, FORM_HEADERS } from '../contract/forms.ts'

/**
 * Uses the browser's event id only together with its session. Drops values that ingest would reject, so that they cannot lose the
 * submission.
 */
export const conversionEntry = (
  request: FastifyRequest,
  carried: Carried,
  labels: { formType: string; source: string },
  now: Date,
  networks: string,
): LogEntry => {
  const facts = {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookie: request.headers.cookie,
    sentAt: sentAtOf(request),
  }
  const known = sessionOf(request)
  const id = known ? header(request, FORM_HEADERS.event) : undefined
  const sessionId = known || `utm_${now.getTime()}_${v7().slice(-12)}`
  const least = { sessionId, conversionType: 'form_submission', ...labels, pagePath: '' }
  const input = { ...least, pagePath: carried.pagePath, firstTouchUtm: carried.firstTouchUtm ?? null }
  const tries = [...(id ? [{ ...input, id }] : []), input, { ...least, firstTouchUtm: null }]
  for (const one of tries) {
    const accepted = accept('conversion', one, facts, now)
    if (!accepted.ok) continue
    const entry = envelope([accepted.event], '', facts, now, openLeftOut(networkList(networks)))
    return { key: sessionId, value: JSON.stringify(entry) }
  }
  throw new Error("A form's conversion is not acceptable")
}

/** undefined if the header is missing or invalid, because a form must never fail for it. */
export const sentAtOf = (request: FastifyRequest): number | undefined =>
  Date.parse(header(request, FORM_HEADERS.sentAt) ?? '') || undefined

export const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Empty for an invalid session id, because a form must never fail for it. */
export const sessionOf = (request: FastifyRequest): string => {
  const given = header(request, FORM_HEADERS.session) ?? ''
  return /^[\w.:-]{1,128}$/.test(given) && !given.startsWith(CANARY_SESSION) ? given : ''
}
