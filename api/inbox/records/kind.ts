import { HttpError } from '@firsttouch/infra/platform/http/http'

export const LEADS = {
  inbox: 'leads',
  table: 'leads',
  noun: 'lead',
  email: 'email',
  phone: 'phone',
  /** Columns that the search covers in addition to e-mail address and phone number. */
  searched: ['name', 'business', 'message'],
} as const
export const SUBMISSIONS = {
  inbox: 'onboarding',
  table: 'onboarding_submissions',
  noun: 'submission',
  email: 'email_address',
  phone: 'mobile_number',
  searched: ['full_name', 'business_name', 'website_address', 'primary_keyword', 'target_area', 'notes'],
} as const

export type Kind = typeof LEADS | typeof SUBMISSIONS

export const idOf = ({ noun }: Kind): 'leadId' | 'submissionId' => `${noun}Id`

export const noSuch = (kind: Kind): HttpError =>
  new HttpError(404, `There is no such ${kind.noun}. It may have been deleted: reload the list.`, [
    { path: idOf(kind), message: `names no existing ${kind.noun}` },
  ])
