/** `POST /api/onboarding`: what a customer fills in after the payment. */
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { z } from 'zod'
import { type FormAnswer, formAnswer, onboardingRequest } from '../contract/forms.ts'
import type { Api, Deps } from '../deps.ts'
import { type Submission, submit } from './submit.ts'

export const onboardingRoutes = (app: Api, deps: Deps): void => {
  app.post(
    '/api/onboarding',
    {
      config: { access: 'public', anyDepth: true },
      schema: { body: onboardingRequest, response: { 200: formAnswer } },
    },
    request => submitOnboarding(deps, request, request.body),
  )
}

export const submitOnboarding = (deps: Deps, request: FastifyRequest, body: Fields): Promise<FormAnswer> =>
  submit(deps, request, body, {
    name: 'onboarding',
    formType: 'onboarding',
    source: 'onboarding',
    message: 'Thank you. Our specialists review your details and call you within 48 hours.',
    changes: ['onboarding'],
    news: 'onboarding',
    insert: (sql, submission) => insertOnboarding(sql, body, submission),
  })

type Fields = z.output<typeof onboardingRequest>

const insertOnboarding = async (sql: ISql, fields: Fields, submission: Submission): Promise<void> => {
  const { id, sessionId, firstTouch, spamReason, now } = submission
  await sql`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
    VALUES (${id}, ${fields.fullName}, ${fields.businessName}, ${fields.mobileNumber}, ${fields.websiteAddress},
      ${fields.emailAddress}, ${fields.hasGoogleAds}, ${fields.primaryKeyword}, ${fields.targetArea}, ${fields.notes},
      ${sessionId}, ${sql.json(firstTouch)}, ${spamReason}, ${now})`
}
