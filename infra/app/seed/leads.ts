/** Seeds leads for the seeded traffic, as their forms would store them. */

import { FORM_NAMES } from '@firsttouch/api/contract/form-words'
import { replyDue } from '@firsttouch/api/forms/reply-due'
import { enqueueLeads } from '@firsttouch/api/outbox/leads'
import type { ISql, Sql } from 'postgres'
import { DAY_MS, HOUR_MS } from '../../platform/timing.ts'
import type { SeedEvent } from './traffic.ts'

const PEOPLE = [
  [
    'Priya Shah',
    'Shah Roofing',
    'We lose jobs to two bigger roofers. How fast could we be at the top for Leeds?',
  ],
  [
    'Tom Hughes',
    'Hughes Plumbing and Heating',
    'Boiler repairs dry up in summer. Do you work with small budgets?',
  ],
  [
    'Aisha Khan',
    'Sparkle Office Cleaning',
    'Interested in the national plan. Can someone call me after four?',
  ],
  [
    'Declan Byrne',
    'Byrne Pest Control',
    'We had an agency before and paid for clicks from nowhere. What do you do about that?',
  ],
  ['Marta Nowak', 'Nowak Windows', 'Please tell me what the first week costs in total, with the ads.'],
  ['Gareth Price', 'Price Drainage', 'Is the trial really free? My partner does not believe me.'],
] as const

type Typed = { name: string; business: string; phone: string; message: string; source: string }

const typedInto = (form: string, index: number): Typed => {
  const [name, business, message] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
  // Two forms ask only for an email address and fill in the other fields themselves.
  const byForm = (name: string, message: string) => ({ name, business: '', phone: '', message, source: form })
  if (form === 'promotional_popup')
    return byForm(FORM_NAMES.popup, 'I would like 50% off your first week with the code FLEXIFIFTY.')
  if (form === 'contact_form' && index % 7 === 3)
    return byForm(
      FORM_NAMES.trialByEmail,
      'I would like to start a free 7-day trial (from the V2 landing page).',
    )
  const phone = `+447700900${String(index).padStart(3, '0')}`
  return { name, business, phone, message, source: form === 'trial_signup' ? 'trial_signup_page' : form }
}

const UNANSWERED = 8
const OPEN = 20
const WORKED = ['contacted', 'qualified', 'closed', 'contacted', 'closed'] as const

type Step = [status: string, hours: number]
const HOURS: Record<string, number> = { contacted: 2, qualified: 6, closed: 20 }
/** Returns the statuses of a lead, each with the hours since the lead arrived. */
const stepsTo = (status: string, index: number): Step[] => {
  const way = Object.keys(HOURS).filter(
    step => step !== 'qualified' || status !== 'closed' || index % 2 === 1,
  )
  return way.slice(0, way.indexOf(status) + 1).map(step => [step, (HOURS[step] ?? 0) * (1 + (index % 3))])
}

/** The newest leads are untouched, older ones have a follow-up around today, and the oldest are closed or qualified. */
const workOn = (age: number, now: Date) => {
  if (age < UNANSWERED) return { status: 'new', follow_up: null, isOwned: false }
  const status =
    age < OPEN ? (WORKED[age % WORKED.length] ?? 'closed') : age % 3 === 0 ? 'qualified' : 'closed'
  const day = new Date(now.getTime() + ((age % 6) - 2) * DAY_MS).toISOString().slice(0, 10)
  return { status, follow_up: age < OPEN && status !== 'closed' ? day : null, isOwned: age % 4 !== 1 }
}

export type SeededLead = ReturnType<typeof seededLeads>[number]

/** Turns a third of the seeded form submissions into leads, each with the session that sent it. */
export const seededLeads = (events: readonly SeedEvent[], now: Date) => {
  const shown = new Map(
    events
      .filter(event => event.event === 'variant_assigned')
      .map(event => [event.sessionId, String(event.variant)]),
  )
  const submitted = events
    .filter(event => event.conversionType === 'form_submission' && event.type === 'conversion')
    .filter((_, index) => index % 3 === 0)
  return submitted.map((event, index) => {
    const [person] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
    const at = new Date(String(event.occurredAt))
    const age = submitted.length - 1 - index
    const isSpam = age >= OPEN && index % 9 === 4
    const work = isSpam ? { status: 'new', follow_up: null, isOwned: false } : workOn(age, now)
    return {
      id: String(event.id),
      ...typedInto(String(event.formType ?? 'contact_form'), index),
      email: `${person.toLowerCase().replace(' ', '.')}${index}@example.com`,
      ...work,
      steps: stepsTo(work.status, index),
      session_id: String(event.sessionId),
      variant: shown.get(event.sessionId) ?? '',
      first_touch: event.firstTouchUtm as Record<string, string>,
      spam_reason: isSpam ? 'honeypot' : '',
      created_at: at,
      updated_at: at,
    }
  })
}

/** Returns the leads that are new. Existing leads stay unchanged. */
export const addLeads = async (sql: Sql, events: readonly SeedEvent[], now: Date): Promise<SeededLead[]> => {
  const [account] = await sql<{ id: string }[]>`
    SELECT id FROM staff_accounts WHERE disabled_at IS NULL ORDER BY created_at LIMIT 1`
  const leads = seededLeads(events, now)
  const rows = leads.map(({ isOwned, steps: _, status: __, first_touch, ...row }) => ({
    ...row,
    first_touch: sql.json(first_touch),
    owner_id: isOwned ? (account?.id ?? null) : null,
    reply_due_at: replyDue(row.source, row.created_at),
  }))
  if (rows.length === 0) return []
  return sql.begin(async tx => {
    const added = await tx<{ id: string }[]>`
      INSERT INTO leads ${tx(rows)} ON CONFLICT DO NOTHING RETURNING id`
    const ids = new Set(added.map(({ id }) => id))
    const fresh = leads.filter(({ id }) => ids.has(id))
    for (const lead of fresh) {
      if (lead.source === 'trial_signup_page') await addTrial(tx, lead)
      await enqueueLeads(tx, [lead.id], lead.created_at)
      await takeSteps(tx, lead, now)
    }
    return fresh
  })
}

/** Each step has its own time, which is never later than now. */
const takeSteps = async (sql: ISql, { id, created_at, steps }: SeededLead, now: Date): Promise<void> => {
  for (const [status, hours] of steps) {
    const at = new Date(Math.min(created_at.getTime() + hours * HOUR_MS, now.getTime()))
    await sql`UPDATE leads SET status = ${status}, version = version + 1, updated_at = ${at} WHERE id = ${id}`
    await enqueueLeads(sql, [id], at)
  }
}

const addTrial = (sql: ISql, lead: SeededLead) => sql`
  INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
    current_ads_account, additional_info, source, trial_type, created_at)
  VALUES (${lead.id}, ${lead.name}, ${lead.email}, ${lead.phone}, ${lead.business}, '', 'roofer leeds', 'Leeds', 'no', '',
    ${lead.source}, 'free_trial', ${lead.created_at})`
