/** `POST /api/onboarding`: what a customer fills in after the payment. */
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { z } from 'zod'
import { normalForms } from '../contract/fields/normal-forms.ts'
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
  const { id, sessionId, firstTouch, spamReason, now, country } = submission
  const searched = {
    full_name: fields.fullName,
    business_name: fields.businessName,
    website_address: fields.websiteAddress,
    primary_keyword: fields.primaryKeyword,
    target_area: fields.targetArea,
    notes: fields.notes,
  }
  const { emailAddress: email, mobileNumber: phone } = fields
  const row = {
    ...{ id, ...searched, email_address: email, mobile_number: phone, has_google_ads: fields.hasGoogleAds },
    ...normalForms({ email, phone, others: Object.values(searched) }, country),
    session_id: sessionId,
    first_touch: sql.json(firstTouch),
    spam_reason: spamReason,
    created_at: now,
  }
  await sql`INSERT INTO onboarding_submissions ${sql(row)}`
}
