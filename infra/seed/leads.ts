/** Leads that go with the seeded traffic, each as its form stores it, and worked on as far as their age lets expect. */
import { FORM_NAMES } from '@firsttouch/api/contract/form-words'
import type { Sql } from '../postgres.ts'
import type { SeedEvent } from './traffic.ts'

export const PEOPLE = [
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
const NOTHING_TYPED = { business: '', phone: '' }

/** Two forms ask for an address alone, and write the rest themselves. */
const typedInto = (index: number): Typed => {
  const [name, business, message] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
  if (index % 4 === 0)
    return {
      ...NOTHING_TYPED,
      name: FORM_NAMES.popup,
      message: 'I would like 50% off your first week with the code FLEXIFIFTY.',
      source: 'promotional_popup',
    }
  if (index % 7 === 3)
    return {
      ...NOTHING_TYPED,
      name: FORM_NAMES.trialByEmail,
      message: 'I would like to start a free 7-day trial (from the V2 landing page).',
      source: 'contact_form',
    }
  const phone = `+44770090${String(1000 + index).slice(-4)}`
  return { name, business, phone, message, source: 'contact_form' }
}

const UNANSWERED = 8
const OPEN = 20
const WORKED = ['contacted', 'qualified', 'closed', 'contacted', 'closed'] as const
const DAY_MS = 86_400_000

/** The last ones are new; those before them are to be looked at again around today; the old ones are closed. */
const workOn = (age: number, now: Date) => {
  if (age < UNANSWERED) return { status: 'new', follow_up: null, isOwned: false }
  const status =
    age < OPEN ? (WORKED[age % WORKED.length] ?? 'closed') : age % 3 === 0 ? 'qualified' : 'closed'
  const day = new Date(now.getTime() + ((age % 6) - 2) * DAY_MS).toISOString().slice(0, 10)
  return { status, follow_up: age < OPEN && status !== 'closed' ? day : null, isOwned: age % 4 !== 1 }
}

/** A third of the seeded form submissions left a name; each lead belongs to the session that sent it. */
export const seededLeads = (events: readonly SeedEvent[], now: Date) => {
  const submitted = events
    .filter(event => event.conversionType === 'form_submission' && event.type === 'conversion')
    .filter((_, index) => index % 3 === 0)
  return submitted.map((event, index) => {
    const [person] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
    const at = new Date(String(event.occurredAt))
    return {
      id: String(event.id),
      ...typedInto(index),
      email: `${person.toLowerCase().replace(' ', '.')}${index}@example.com`,
      ...workOn(submitted.length - 1 - index, now),
      session_id: String(event.sessionId),
      first_touch: event.firstTouchUtm as Record<string, string>,
      spam_reason: '',
      created_at: at,
      updated_at: at,
    }
  })
}

/** What is there already stays as it is. Whoever was first given an account looks after them. */
export const addLeads = async (sql: Sql, events: readonly SeedEvent[], now = new Date()): Promise<void> => {
  const [account] = await sql<{ id: string }[]>`
    SELECT id FROM staff_accounts WHERE disabled_at IS NULL ORDER BY created_at LIMIT 1`
  const rows = seededLeads(events, now).map(({ isOwned, first_touch, ...row }) => ({
    ...row,
    first_touch: sql.json(first_touch),
    owner_id: isOwned ? (account?.id ?? null) : null,
  }))
  if (rows.length > 0) await sql`INSERT INTO leads ${sql(rows)} ON CONFLICT DO NOTHING`
}
