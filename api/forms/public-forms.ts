import { renewIdentityCookie } from '@firsttouch/infra/platform/http/identity-cookie'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import type { z } from 'zod'
import { pixelConfig, siteConfig } from '../contract/config.ts'
import { REPLY_HOURS } from '../contract/fields/reply-promise.ts'
import {
  contactRequest,
  formAnswer,
  formTokenAnswer,
  onboardingRequest,
  trialRequest,
} from '../contract/forms.ts'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { insertLead, insertSubmission, insertTrial } from './records.ts'
import { type Form, submit } from './submit.ts'
import { issueToken } from './token.ts'

/** Used by the contact form of the landing page, the promotional popup, and the trial form of landing page V2. */
const CONTACT: Form = {
  name: 'contact',
  schema: contactRequest,
  labels: ({ source }: z.output<typeof contactRequest>) => ({ formType: source, source }),
  message: `Thank you. We'll get back to you within ${REPLY_HOURS.form} hours.`,
  news: 'lead',
  insert: (sql, body: z.output<typeof contactRequest>, submission) => insertLead(sql, body, submission),
}

/** Stored as a trial signup and as a lead. */
const TRIAL: Form = {
  name: 'trial-signup',
  schema: trialRequest,
  labels: ({ source }: z.output<typeof trialRequest>) => ({ formType: 'trial_signup', source }),
  message: `We'll contact you within ${REPLY_HOURS.trial} hours to set up your campaign.`,
  news: 'trial',
  insert: insertTrial,
}

/** Customers submit this form after the payment. */
const ONBOARDING: Form = {
  name: 'onboarding',
  schema: onboardingRequest,
  labels: () => ({ formType: 'onboarding', source: 'onboarding' }),
  message: 'Thank you. Our specialists will review your details and call you within 48 hours.',
  news: 'onboarding',
  insert: insertSubmission,
}

export const PUBLIC_FORMS = [CONTACT, TRIAL, ONBOARDING]

export const publicFormRoutes = (app: Api, deps: Deps): void => {
  for (const form of PUBLIC_FORMS)
    app.post(
      `/api/${form.name}`,
      {
        config: { ...FOR_ALL, anyDepth: true },
        schema: { body: form.schema, response: { 200: formAnswer } },
      },
      request => submit(deps, request, request.body, form),
    )
}

export const configRoutes = (app: Api, { sql, config, now }: Deps): void => {
  app.get(
    '/api/config/facebook-pixel-id',
    { config: FOR_ALL, schema: { response: { 200: pixelConfig } } },
    async () => ({ pixelId: config.pixelId }),
  )

  app.get(
    '/api/config/site',
    { config: FOR_ALL, schema: { response: { 200: siteConfig } } },
    async (request, reply) => {
      renewIdentityCookie(request, reply)
      return config.site
    },
  )

  app.get(
    '/api/config/form-token',
    { config: FOR_ALL, schema: { response: { 200: formTokenAnswer } } },
    async () => ({ token: issueToken(await loadSecret(sql), now()) }),
  )
}
