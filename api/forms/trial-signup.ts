/** `POST /api/trial-signup`: stored whole, and as a lead in the inbox. */
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { z } from 'zod'
import { REPLY_HOURS } from '../contract/fields/reply-promise.ts'
import { type FormAnswer, formAnswer, trialRequest } from '../contract/forms.ts'
import type { Api, Deps } from '../deps.ts'
import { insertLead } from './insert-lead.ts'
import { type Submission, submit } from './submit.ts'

export const trialSignupRoutes = (app: Api, deps: Deps): void => {
  app.post(
    '/api/trial-signup',
    {
      config: { access: 'public', anyDepth: true },
      schema: { body: trialRequest, response: { 200: formAnswer } },
    },
    request => submitTrial(deps, request, request.body),
  )
}

export const submitTrial = (deps: Deps, request: FastifyRequest, body: Trial): Promise<FormAnswer> =>
  submit(deps, request, body, {
    name: 'trial-signup',
    formType: 'trial_signup',
    source: body.source,
    message: `We'll contact you within ${REPLY_HOURS.trial} hours to set up your campaign.`,
    changes: ['leads'],
    news: 'trial',
    insert: async (sql, submission) => {
      await insertLead(sql, leadOf(body), submission)
      await insertTrial(sql, body, submission)
    },
  })

type Trial = z.output<typeof trialRequest>

const leadOf = (trial: Trial) => ({
  name: trial.name,
  email: trial.email,
  phone: trial.phone,
  business: trial.businessName,
  message: [
    'Free 7-day trial',
    `Primary keyword: ${trial.primaryKeyword}`,
    `Target location: ${trial.targetArea}`,
    `Google Ads account: ${trial.currentAdsAccount === 'yes' ? 'has one' : 'needs one'}`,
    ...(trial.website ? [`Website: ${trial.website}`] : []),
    ...(trial.additionalInfo ? [trial.additionalInfo] : []),
  ].join('\n'),
  source: trial.source,
})

const insertTrial = async (sql: ISql, trial: Trial, { id, now }: Submission): Promise<void> => {
  await sql`
    INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
      current_ads_account, additional_info, source, trial_type, created_at)
    VALUES (${id}, ${trial.name}, ${trial.email}, ${trial.phone}, ${trial.businessName}, ${trial.website},
      ${trial.primaryKeyword}, ${trial.targetArea}, ${trial.currentAdsAccount}, ${trial.additionalInfo}, ${trial.source},
      ${trial.trialType}, ${now})`
}
