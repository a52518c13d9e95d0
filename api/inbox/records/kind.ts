/** The two kinds of record that staff find in an inbox, and how each is named. */
import { HttpError } from '@firsttouch/infra/platform/http/http'

export const LEADS = { inbox: 'leads', table: 'leads', noun: 'lead', email: 'email' } as const
export const SUBMISSIONS = {
  inbox: 'onboarding',
  table: 'onboarding_submissions',
  noun: 'submission',
  email: 'email_address',
} as const

export type Kind = typeof LEADS | typeof SUBMISSIONS

export const idOf = ({ noun }: Kind): 'leadId' | 'submissionId' => `${noun}Id`

export const noSuch = (kind: Kind): HttpError =>
  new HttpError(404, `There is no such ${kind.noun}. It may have been deleted: reload the list.`, [
    { path: idOf(kind), message: `names no ${kind.noun} that is there` },
  ])
