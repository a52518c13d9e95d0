/** `POST /api/onboarding`: what a customer fills in after the payment. */
import { formAnswer, onboardingRequest } from '../contract/forms.ts'
import type { Api, Deps } from '../deps.ts'
import { insertOnboarding } from '../onboarding-records.ts'
import { submit } from '../submissions.ts'

export const onboardingRoutes = (app: Api, deps: Deps): void => {
  app.post(
    '/api/onboarding',
    {
      config: { access: 'public', anyDepth: true },
      schema: { body: onboardingRequest, response: { 200: formAnswer } },
    },
    async request => {
      const { firstTouchUtm, variant, pagePath, leaveBlank, formToken, ...fields } = request.body
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
    },
  )
}
