/** `POST /api/contact`: the landing page's contact form, the promotional popup and the trial form of V2. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { REPLY_HOURS } from '../contract/fields/reply-promise.ts'
import { contactRequest, type FormAnswer, formAnswer } from '../contract/forms.ts'
import type { Api, Deps } from '../deps.ts'
import { insertLead } from './insert-lead.ts'
import { submit } from './submit.ts'

export const contactRoutes = (app: Api, deps: Deps): void => {
  app.post(
    '/api/contact',
    {
      config: { access: 'public', anyDepth: true },
      schema: { body: contactRequest, response: { 200: formAnswer } },
    },
    request => submitContact(deps, request, request.body),
  )
}

export const submitContact = (
  deps: Deps,
  request: FastifyRequest,
  body: z.output<typeof contactRequest>,
): Promise<FormAnswer> =>
  submit(deps, request, body, {
    name: 'contact',
    formType: body.source,
    source: body.source,
    message: `Thank you. We'll get back to you within ${REPLY_HOURS.form} hours.`,
    changes: ['leads'],
    news: 'lead',
    insert: (sql, submission) => insertLead(sql, body, submission),
  })
