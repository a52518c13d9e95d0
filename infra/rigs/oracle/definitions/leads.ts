/** Leads and onboarding forms: inbox, duplicates of a person, funnel, reply times. */
import { DAY, dayOf } from '../days.ts'
import type { Business, Lead, Onboarding } from '../facts.ts'
import { isBy, isWithin } from './traffic.ts'

/** Digits with the country code. A number without one is British. */
export const phoneKey = (phone: string): string => {
  const digits = phone.replace('(0)', '').replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  return digits.startsWith('0') ? `44${digits.slice(1)}` : digits
}

/** The same e-mail address or telephone number. The browser does not count, as people share browsers. */
export const isSamePerson = (
  one: { email: string; phone: string },
  other: { email: string; phone: string },
): boolean =>
  (one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase()) ||
  (phoneKey(one.phone) !== '' && phoneKey(one.phone) === phoneKey(other.phone))

/** Neither deleted nor erased. */
export const isInInbox = ({ deleted, erased }: Lead): boolean => !deleted && !erased
/** Neither spam nor deleted. Erased leads still count. */
export const isCountedLead = ({ spam, deleted }: Lead | Onboarding): boolean => spam === '' && !deleted

/** Qualified now, or closed after being qualified. */
export const isQualified = ({ status, moves }: Lead): boolean =>
  status === 'qualified' || (status === 'closed' && moves.some(({ to }) => to === 'qualified'))

/** When staff first qualified the lead. */
export const qualifiedAt = ({ moves }: Lead): number | null =>
  moves.find(({ to }) => to === 'qualified')?.at ?? null

/** When staff first moved the lead out of new. Moving it back changes nothing. */
export const firstReplyAt = ({ moves }: Lead): number | null =>
  moves.find(({ to }) => to !== 'new')?.at ?? null

export const isTrial = ({ leads }: Pick<Business, 'leads'>, lead: Lead): boolean =>
  leads.some(
    other => other.source === 'trial_signup_page' && isCountedLead(other) && isSamePerson(lead, other),
  )

export const isCustomer = ({ onboarding }: Pick<Business, 'onboarding'>, lead: Lead): boolean =>
  onboarding.some(form => isCountedLead(form) && isSamePerson(lead, form))

/** Other leads of the same person, without spam. */
export const othersOf = ({ leads }: Pick<Business, 'leads'>, lead: Lead): Lead[] =>
  leads.filter(
    other => other.id !== lead.id && isInInbox(other) && other.spam === '' && isSamePerson(lead, other),
  )

export type LeadsAsked = {
  from: string | null
  to: string | null
  source?: string
  campaign?: string
  variant?: string
}
/** Counted leads of the range and filter, by the day of their form and its first touch. */
export const leadsIn = ({ leads, zone }: Business, asked: LeadsAsked): Lead[] =>
  leads.filter(
    lead =>
      isCountedLead(lead) &&
      isWithin(zone, lead.at, asked) &&
      isBy(lead.tags, asked) &&
      (asked.variant === undefined || lead.variant === asked.variant),
  )

const TEAM = { from: 9, to: 19 }
const HOUR = DAY / 24
/** The next moment within office hours: Monday to Saturday, 9:00 to 19:00 UTC. */
const whenThere = (at: number): number => {
  const sent = new Date(at)
  const midnight = Math.floor(at / DAY) * DAY
  const isWorkday = sent.getUTCDay() !== 0
  if (isWorkday && sent.getUTCHours() < TEAM.from) return midnight + TEAM.from * HOUR
  return isWorkday && sent.getUTCHours() < TEAM.to ? at : whenThere(midnight + DAY)
}

/** The promised reply: within 24 hours, and for a trial form within 2 office hours. */
export const replyDueAt = ({ at, source }: Pick<Lead, 'at' | 'source'>): number => {
  if (source !== 'trial_signup_page') return at + DAY
  const begins = whenThere(at)
  const closes = Math.floor(begins / DAY) * DAY + TEAM.to * HOUR
  const due = begins + 2 * HOUR
  return due <= closes ? due : whenThere(closes) + (due - closes)
}

export const isLate = (lead: Lead, now: number): boolean => lead.status === 'new' && replyDueAt(lead) < now
/** An open lead whose follow-up is today or overdue. */
export const isDue = ({ status, followUp }: Lead, today: string): boolean =>
  status !== 'closed' && followUp !== null && followUp <= today

export const inboxCounts = (leads: readonly Lead[], { zone, now }: Pick<Business, 'zone' | 'now'>) => ({
  total: leads.length,
  newCount: leads.filter(({ status }) => status === 'new').length,
  dueCount: leads.filter(lead => isDue(lead, dayOf(zone, now))).length,
  lateCount: leads.filter(lead => isLate(lead, now)).length,
})

export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
