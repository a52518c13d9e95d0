import type { ISql } from 'postgres'
import type { z } from 'zod'
import { normalForms } from '../contract/fields/normal-forms.ts'
import type { AdClick, FirstTouch, onboardingRequest, trialRequest } from '../contract/forms.ts'
import type { Lead } from '../contract/leads.ts'
import { replyDue } from './reply-due.ts'
import type { SpamReason } from './token.ts'

export type Submission = {
  id: string
  sessionId: string
  firstTouch: FirstTouch
  variant: string
  spamReason: SpamReason
  now: Date
  country: string
}

type Sent = Pick<Lead, 'name' | 'email' | 'phone' | 'business' | 'message' | 'source'>

export const insertLead = async (sql: ISql, lead: Sent, submission: Submission): Promise<void> => {
  const { id, sessionId, firstTouch, variant, spamReason, now, country } = submission
  const { name, email, phone, business, message, source } = lead
  const row = {
    ...{ id, name, email, phone, business, message, source, variant },
    ...normalForms({ email, phone, others: [name, business, message] }, country),
    session_id: sessionId,
    first_touch: sql.json(firstTouch),
    spam_reason: spamReason,
    reply_due_at: replyDue(source, now),
    created_at: now,
    updated_at: now,
  }
  await sql`INSERT INTO leads ${sql(row)}`
}

type Trial = z.output<typeof trialRequest>

export const insertTrial = async (sql: ISql, trial: Trial, submission: Submission): Promise<void> => {
  const { name, email, phone, website, source, businessName: business, additionalInfo } = trial
  const message = [
    'Free 7-day trial',
    `Primary keyword: ${trial.primaryKeyword}`,
    `Target location: ${trial.targetArea}`,
    `Google Ads account: ${trial.currentAdsAccount === 'yes' ? 'has one' : 'needs one'}`,
    ...(website ? [`Website: ${website}`] : []),
    ...(additionalInfo ? [additionalInfo] : []),
  ].join('\n')
  await insertLead(sql, { name, email, phone, business, message, source }, submission)
  const row = {
    ...{ lead_id: submission.id, name, email, phone, business_name: business, website, source },
    primary_keyword: trial.primaryKeyword,
    target_area: trial.targetArea,
    current_ads_account: trial.currentAdsAccount,
    additional_info: additionalInfo,
    trial_type: trial.trialType,
    created_at: submission.now,
  }
  await sql`INSERT INTO trial_signups ${sql(row)}`
}

type Onboarding = z.output<typeof onboardingRequest>

export const insertSubmission = async (sql: ISql, fields: Onboarding, submission: Submission) => {
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

/** `clickedAt` and `sentAt` come from the browser's clock, which may be wrong, so only their difference is used. */
export const insertClickIds = async (
  sql: ISql,
  record: { lead: string } | { submission: string },
  { ids, clickedAt }: AdClick,
  now: Date,
  sentAt: number = now.getTime(),
): Promise<void> => {
  const [lead, submission] = 'lead' in record ? [record.lead, null] : [null, record.submission]
  const clicked = new Date(now.getTime() - Math.max(0, sentAt - Date.parse(clickedAt)))
  for (const [kind, value] of Object.entries(ids))
    if (value)
      await sql`
        INSERT INTO click_ids (lead_id, submission_id, kind, value, clicked_at, recorded_at)
        VALUES (${lead}, ${submission}, ${kind}, ${value}, ${clicked}, ${now})`
}
