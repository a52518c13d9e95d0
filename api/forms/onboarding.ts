/** `POST /api/onboarding`: what a customer fills in after the payment. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FormAnswer, formAnswer, onboardingRequest } from '../contract/forms.ts'
import type { Api, Deps } from '../deps.ts'
import { insertOnboarding } from '../inbox/records/onboarding.ts'
import { submit } from './submit.ts'

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

export const submitOnboarding = (
  deps: Deps,
  request: FastifyRequest,
  body: z.output<typeof onboardingRequest>,
): Promise<FormAnswer> => {
  const { firstTouchUtm, variant, pagePath, leaveBlank, formToken, ...fields } = body
  return submit(
    deps,
    request,
    { firstTouchUtm, variant, pagePath, leaveBlank, formToken },
    {
      name: 'onboarding',
      formType: 'onboarding',
      source: 'onboarding',
      message: 'Thank you. Our specialists review your details and call you within 48 hours.',
      changes: ['onboarding'],
      insert: (sql, submission) => insertOnboarding(sql, fields, submission),
    },
  )
}
