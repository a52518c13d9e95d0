/**
 * `POST /api/plain/…`: the public forms as a browser sends them by itself, where the page's script failed or never came.
 * The same schemas, limits and honeypot; without a form token, which is optional.
 */

import { createHmac } from 'node:crypto'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseUrl } from '../contract/fields/parse-url.ts'
import { REPLY_HOURS } from '../contract/fields/reply-promise.ts'
import { contactRequest, FORM_HEADERS, onboardingRequest, trialRequest } from '../contract/forms.ts'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { submitContact } from './contact.ts'
import { submitOnboarding } from './onboarding.ts'
import { type PlainPage, sendPage } from './plain-page.ts'
import { submitTrial } from './trial-signup.ts'

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
type PlainForm = {
  submit: (deps: Deps, request: FastifyRequest, fields: Fields) => Promise<unknown>
  next: string
}
const FORMS: Record<string, PlainForm> = {
  contact: {
    submit: (deps, request, fields) => submitContact(deps, request, contactRequest.parse(fields)),
    next: SENT_PATH,
  },
  'trial-signup': {
    submit: (deps, request, fields) => submitTrial(deps, request, trialRequest.parse(fields)),
    next: '/trial-success',
  },
  onboarding: {
    submit: (deps, request, fields) =>
      submitOnboarding(
        deps,
        request,
        // A box that is not ticked is not sent.
        onboardingRequest.parse({ ...fields, hasGoogleAds: 'hasGoogleAds' in fields }),
      ),
    next: '/onboarding-success',
  },
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
    for (const [name, form] of Object.entries(FORMS))
      scope.post(
        `/api/plain/${name}`,
        {
          config: FOR_ALL,
          bodyLimit: 32 * 1024,
          schema: { consumes: ['application/x-www-form-urlencoded'] },
        },
        async (request, reply) => {
          const fields = { ...Object(request.body), ...arrivalOf(request) }
          request.headers[FORM_HEADERS.once] = await onceKey(deps, request, name)
          await form.submit(deps, request, fields)
          return reply.redirect(form.next, 303)
        },
      )
    scope.get(SENT_PATH, { config: FOR_ALL }, (_request, reply) => sendPage(reply, 200, SENT))
  })
}

/** What a script would have sent: the page of the form, its UTM values and the names of its click ids. */
const arrivalOf = (request: FastifyRequest): Fields => {
  const page = parseUrl(request.headers.referer ?? '')
  if (page?.host !== request.host) return {}
  const values = Object.fromEntries(page.searchParams)
  return { pagePath: page.pathname, firstTouchUtm: { ...values, clickIds: Object.keys(values) } }
}

/** A button pressed twice: the same words from the same network on one day are one submission. */
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
  const known =
    status === 413 ? 'That is longer than we can take.' : 'Please send the form from our own page.'
  const line = status < 500 ? known : 'Something went wrong on our side. Please try again.'
  return { status, lines: [line], headers: {} }
}
