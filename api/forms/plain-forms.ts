/** `POST /api/plain/…`: public forms that the browser submits without JavaScript. They have no form token. */

import { createHash, createHmac } from 'node:crypto'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseUrl } from '../contract/fields/parse-url.ts'
import { REPLY_HOURS } from '../contract/fields/reply-promise.ts'
import { FORM_HEADERS } from '../contract/forms.ts'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { PUBLIC_FORMS } from './public-forms.ts'
import { type Form, submit } from './submit.ts'

type PlainPage = { title: string; lines: readonly string[]; note: string }

const SENT_PATH = '/api/plain/sent'
const SENT: PlainPage = {
  title: 'Message sent successfully!',
  lines: [`We'll get back to you within ${REPLY_HOURS.form} hours.`],
  note: 'There is nothing else to do.',
}
const notSent = (lines: readonly string[]): PlainPage => ({
  title: 'Not sent yet',
  lines,
  note: 'Please go back with your browser’s Back button: what you typed is still there.',
})

type Fields = Record<string, unknown>
const NEXT: Record<Form['name'], string> = {
  contact: SENT_PATH,
  'trial-signup': '/trial-success',
  onboarding: '/onboarding-success',
}

export const plainFormRoutes = (app: Api, deps: Deps): void => {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.setErrorHandler((error, request, reply) => {
      const { status, lines, headers } = explain(error)
      if (status >= 500) request.log.error(error)
      return sendPage(reply.headers(headers), status, notSent(lines))
    })
    for (const form of PUBLIC_FORMS)
      scope.post(
        `/api/plain/${form.name}`,
        {
          config: FOR_ALL,
          bodyLimit: 32 * 1024,
          schema: { consumes: ['application/x-www-form-urlencoded'] },
        },
        async (request, reply) => {
          const fields: Fields = { ...Object(request.body), ...arrivalOf(request) }
          // Browsers do not send unchecked boxes, so a missing field means unchecked.
          fields.hasGoogleAds = 'hasGoogleAds' in fields
          request.headers[FORM_HEADERS.once] = await onceKey(deps, request, form.name)
          await submit(deps, request, form.schema.parse(fields), form)
          return reply.redirect(NEXT[form.name], 303)
        },
      )
    scope.get(SENT_PATH, { config: FOR_ALL }, (_request, reply) => sendPage(reply, 200, SENT))
  })
}

/** Reads page, UTM values and names of click ids from the Referer. */
const arrivalOf = (request: FastifyRequest): Fields => {
  const page = parseUrl(request.headers.referer ?? '')
  if (page?.host !== request.host) return {}
  const values = Object.fromEntries(page.searchParams)
  return { pagePath: page.pathname, firstTouchUtm: { ...values, clickIds: Object.keys(values) } }
}

/** Idempotency key. Equal content from one network on one day counts as one submission. */
const onceKey = async ({ sql, now }: Deps, request: FastifyRequest, form: string): Promise<string> => {
  const day = Math.floor(now().getTime() / DAY_MS)
  const content = JSON.stringify([form, day, networkKey(request.ip), request.body])
  const key = createHmac('sha256', await loadSecret(sql)).update(`plain:${content}`)
  return `plain-${key.digest('base64url')}`
}

type Explained = { status: number; lines: readonly string[]; headers: Record<string, string> }
const explain = (error: unknown): Explained => {
  if (error instanceof z.ZodError)
    return { status: 400, lines: [...new Set(error.issues.map(({ message }) => message))], headers: {} }
  if (error instanceof HttpError)
    return { status: error.status, lines: [error.message], headers: error.headers }
  const status = Number(Object(error).statusCode ?? 500)
  const known = status === 413 ? 'The text is too long.' : 'Please send the form from our own page.'
  const line = status < 500 ? known : 'Something went wrong on our side. Please try again.'
  return { status, lines: [line], headers: {} }
}

const STYLE = `:root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}body{max-width:36rem;margin:12vh auto;padding:0 1.25rem}h1{line-height:1.1}`
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`

const sendPage = (reply: FastifyReply, status: number, { title, lines, note }: PlainPage) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .send(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${lines.length > 1 ? `<ul>${lines.map(line => `<li>${escapeHtml(line)}</li>`).join('')}</ul>` : `<p>${escapeHtml(lines[0] ?? '')}</p>`}
<p>${escapeHtml(note)}</p><p><a href="/">Return to Homepage</a></p></main></body></html>`)

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, mark => `&#${mark.codePointAt(0)};`)
