import type { LogEntry } from '@firsttouch/infra/log/log'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import { readSetting } from '@firsttouch/infra/stores/settings'
import { useNonce } from '@firsttouch/infra/stores/signed-token'
import { accept, envelope } from '@firsttouch/ingest/accept'
import { CANARY_SESSION } from '@firsttouch/ingest/events'
import { networkList, openLeftOut } from '@firsttouch/ingest/left-out'
import { INTERNAL_NETWORKS } from '@firsttouch/ingest/settings'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import type { z } from 'zod'
import { isOwnPage } from '../auth/csrf.ts'
import { type Carried, FORM_HEADERS, type FormAnswer, firstTouch } from '../contract/forms.ts'
import type { Deps } from '../deps.ts'
import { announceChange } from '../live/live.ts'
import { enqueueNews } from '../notifications/queue.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { enqueueLeads, enqueueSenders } from '../outbox/leads.ts'
import { countSubmission } from './rate-limit.ts'
import { insertClickIds, type Submission } from './records.ts'
import { judgeToken } from './token.ts'

/** Method syntax makes parameters bivariant, so that each form can narrow the type of `body`. */
export type Form = {
  name: 'contact' | 'trial-signup' | 'onboarding'
  schema: z.ZodType<Carried>
  labels(body: Carried): { formType: string; source: string }
  message: string
  news: 'lead' | 'trial' | 'onboarding'
  insert(sql: ISql, body: Carried, submission: Submission): Promise<void>
}

export const submit = async (
  { sql, config, now }: Deps,
  request: FastifyRequest,
  carried: Carried,
  form: Form,
): Promise<FormAnswer> => {
  // A text body needs no CORS preflight, so a page of another site could make its visitors send this form.
  if (!isOwnPage(request)) throw new HttpError(403, 'Please send the form from our own page.')
  const key = idempotencyKey(request)
  const answer = (id: string): FormAnswer => ({ success: true, id, message: form.message })
  const earlier = key && (await recordOf(sql, form.name, key))
  if (earlier) return answer(earlier)

  const secret = await loadSecret(sql)
  await countSubmission(sql, { ip: request.ip, secret, perMinute: config.formsPerMinute, now: now() })
  const token = judgeToken(secret, carried.formToken, now())
  const id = v7()
  const stored = await sql.begin(async transaction => {
    if (key && !(await claimKey(transaction, form.name, key, id, now()))) return false
    const replayed = token.nonce !== null && !(await useNonce(transaction, token.nonce, now()))
    const spamReason = carried.leaveBlank ? 'honeypot' : token.reason || (replayed ? 'replayed_token' : '')
    await form.insert(transaction, carried, {
      id,
      sessionId: sessionOf(request),
      firstTouch: firstTouch.parse(carried.firstTouchUtm ?? {}),
      variant: carried.variant,
      spamReason,
      now: now(),
      country: config.country,
    })
    if (config.clickIds && carried.adClick)
      await insertClickIds(
        transaction,
        form.name === 'onboarding' ? { submission: id } : { lead: id },
        carried.adClick,
        now(),
        sentAtOf(request),
      )
    if (form.news !== 'onboarding') await enqueueLeads(transaction, [id], now())
    if (spamReason) return true
    if (form.news === 'onboarding') await enqueueSenders(transaction, [id])
    const networks = await readSetting(transaction, INTERNAL_NETWORKS)
    const conversion = conversionEntry(request, carried, form.labels(carried), now(), networks)
    await enqueue(transaction, [conversion], now())
    await announceChange(transaction, [form.news === 'onboarding' ? 'onboarding' : 'leads'])
    await enqueueNews(transaction, config.notify, { kind: form.news, about: id, at: now() })
    return true
  })
  // If `stored` is false, a concurrent request with the same key has stored a record. The answer has that record's id.
  return answer(stored || !key ? id : ((await recordOf(sql, form.name, key)) ?? id))
}

const idempotencyKey = (request: FastifyRequest): string | undefined => {
  const key = header(request, FORM_HEADERS.once)
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new HttpError(400, 'The header Idempotency-Key must be 1 to 200 visible ASCII characters.')
  return key
}

const recordOf = async (sql: ISql, form: string, key: string): Promise<string | undefined> => {
  const [row] = await sql<{ id: string }[]>`
    SELECT record_id AS id FROM form_submissions WHERE form = ${form} AND key = ${key}`
  return row?.id
}

/** Waits while another transaction with this key is open. Returns false if this key is already committed. */
const claimKey = async (sql: ISql, form: string, key: string, id: string, now: Date): Promise<boolean> => {
  const rows = await sql`
    INSERT INTO form_submissions (form, key, record_id, created_at) VALUES (${form}, ${key}, ${id}, ${now})
    ON CONFLICT (form, key) DO NOTHING RETURNING 1`
  return rows.length === 1
}

/** Drops tracking values that ingest would reject, because they must not make the form fail. */
const conversionEntry = (
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

/** Ignores an invalid header, because tracking data must not make the form fail. */
const sentAtOf = (request: FastifyRequest): number | undefined =>
  Date.parse(header(request, FORM_HEADERS.sentAt) ?? '') || undefined

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Ignores an invalid session id, because tracking data must not make the form fail. */
const sessionOf = (request: FastifyRequest): string => {
  const given = header(request, FORM_HEADERS.session) ?? ''
  return /^[\w.:-]{1,128}$/.test(given) && !given.startsWith(CANARY_SESSION) ? given : ''
}
