/** Campaigns, leads and onboarding submissions that go with the seeded traffic. What is there already stays as it is. */
import type { Sql } from '../postgres.ts'
import { campaignValue, SEED_CAMPAIGNS, type SeedEvent } from './traffic.ts'

export const addRecords = async (
  sql: Sql,
  events: SeedEvent[],
  { domain, now }: { domain: string; now: Date },
): Promise<void> => {
  await addCampaigns(sql, domain)
  await addOnboarding(sql, events, await addLeads(sql, events, now), now)
}

const campaignId = (index: number) => `01900000-0000-7000-8000-00000000000${index}`

const addCampaigns = async (sql: Sql, domain: string): Promise<void> => {
  const created = new Date(Date.now() - 28 * 86_400_000)
  const rows = SEED_CAMPAIGNS.map(({ name, platform, source, medium }, index) => ({
    id: campaignId(index),
    name,
    date: created,
    platform,
    utm_source: source,
    utm_medium: medium,
    utm_campaign: campaignValue(name),
    utm_content: '',
    utm_term: '',
    ad_asset_description: '',
    notes: '',
    generated_url: `${domain}/?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaignValue(name)}`,
    created_at: created,
  }))
  await sql`INSERT INTO campaigns ${sql(rows)} ON CONFLICT DO NOTHING`
  // One is over: it is switched off and put away.
  await sql`
    UPDATE campaigns SET is_active = false, archived_at = now(), version = version + 1
    WHERE id = ${campaignId(SEED_CAMPAIGNS.length - 1)} AND version = 1`
}

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
/** What staff made of leads, one step after the other, and after how many hours. */
const STEPS: [status: string, hours: number][][] = [
  [],
  [['contacted', 3]],
  [
    ['contacted', 2],
    ['qualified', 26],
  ],
  [
    ['contacted', 5],
    ['qualified', 50],
    ['closed', 120],
  ],
  [
    ['contacted', 1],
    ['closed', 70],
  ],
]
const HOUR_MS = 3_600_000
const SOURCES: Record<string, string> = { trial_signup: 'trial_signup_page' }

type SeedLead = ReturnType<typeof leadOf>

/** A third of the seeded form submissions left a name; each lead belongs to the session that sent it. */
const leadOf = (event: SeedEvent, index: number, variant: string) => {
  const [name, business, message] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
  const form = String(event.formType ?? 'contact_form')
  const at = new Date(String(event.occurredAt))
  return {
    id: String(event.id),
    name,
    email: `${name.toLowerCase().replace(' ', '.')}${index}@example.com`,
    phone: `+44770090${String(1000 + index).slice(-4)}`,
    business,
    message,
    source: SOURCES[form] ?? form,
    session_id: String(event.sessionId),
    variant,
    spam_reason: index % 9 === 4 ? 'honeypot' : '',
    created_at: at,
    updated_at: at,
    steps: STEPS[index % STEPS.length] ?? [],
    firstTouch: event.firstTouchUtm as Record<string, string>,
  }
}

const addLeads = async (sql: Sql, events: SeedEvent[], now: Date): Promise<SeedLead[]> => {
  const shown = new Map(
    events
      .filter(event => event.event === 'variant_assigned')
      .map(event => [event.sessionId, String(event.variant)]),
  )
  const leads = events
    .filter(event => event.conversionType === 'form_submission' && event.type === 'conversion')
    .filter((_, index) => index % 3 === 0)
    .map((event, index) => leadOf(event, index, shown.get(event.sessionId) ?? ''))
  const rows = leads.map(({ steps: _, firstTouch, ...lead }) => ({
    ...lead,
    first_touch: sql.json(firstTouch),
  }))
  const added = await sql<
    { id: string }[]
  >`INSERT INTO leads ${sql(rows)} ON CONFLICT DO NOTHING RETURNING id`
  const ids = new Set(added.map(({ id }) => id))
  const fresh = leads.filter(({ id }) => ids.has(id))
  for (const lead of fresh) {
    if (lead.source === 'trial_signup_page') await addTrial(sql, lead)
    if (lead.spam_reason === '') await takeSteps(sql, lead, now)
  }
  return fresh
}

/** As staff do it: one after the other, each at its time. */
const takeSteps = async (sql: Sql, { id, created_at, steps }: SeedLead, now: Date): Promise<void> => {
  for (const [status, hours] of steps) {
    const at = new Date(created_at.getTime() + hours * HOUR_MS)
    if (at > now) return
    await sql`UPDATE leads SET status = ${status}, version = version + 1, updated_at = ${at} WHERE id = ${id}`
  }
}

const addTrial = (sql: Sql, lead: SeedLead) => sql`
  INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
    current_ads_account, additional_info, source, trial_type, created_at)
  VALUES (${lead.id}, ${lead.name}, ${lead.email}, ${lead.phone}, ${lead.business}, '', 'roofer leeds', 'Leeds', 'no', '',
    ${lead.source}, 'free_trial', ${lead.created_at})`

/** A few paid without a word before; most were leads first. */
const addOnboarding = async (sql: Sql, events: SeedEvent[], leads: SeedLead[], now: Date): Promise<void> => {
  const paid = events
    .filter(event => event.conversionType === 'stripe_intent' && event.type === 'conversion')
    .slice(-4)
    .map((event, index) => {
      const [name, business] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
      const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
      const at = new Date(String(event.occurredAt))
      const touch = event.firstTouchUtm as Record<string, string>
      const sender = { name, business, email, phone: `+44770090${2000 + index}` }
      return { ...sender, id: String(event.id), session: String(event.sessionId), touch, at }
    })
  const won = leads
    .filter(lead => lead.spam_reason === '' && lead.steps.some(([status]) => status === 'qualified'))
    .map(lead => ({ ...lead, at: new Date(lead.created_at.getTime() + 72 * HOUR_MS) }))
    .filter(({ at }, index) => at < now && index % 2 === 0)
    .map(({ at, id, firstTouch: touch, ...sender }) => ({
      ...sender,
      id: `${id.slice(0, 14)}8${id.slice(15)}`,
      session: '',
      touch,
      at,
    }))
  const rows = [...paid, ...won].map((sender, index) => onboardingOf(sql, sender, index))
  if (rows.length > 0) await sql`INSERT INTO onboarding_submissions ${sql(rows)} ON CONFLICT DO NOTHING`
}

type Sender = Pick<SeedLead, 'id' | 'name' | 'business' | 'email' | 'phone'> & {
  session: string
  touch: Record<string, string>
  at: Date
}

const onboardingOf = (
  sql: Sql,
  { id, name, business, email, phone, session, touch, at }: Sender,
  index: number,
) => ({
  id,
  full_name: name,
  business_name: business,
  mobile_number: phone,
  website_address: index % 2 === 0 ? `https://${business.toLowerCase().split(' ')[0]}.example.com` : '',
  email_address: email,
  has_google_ads: index % 2 === 0,
  primary_keyword:
    ['roofer leeds', 'emergency plumber', 'office cleaning', 'pest control'][index % 4] ?? 'roofer',
  target_area: ['Leeds', 'York', 'All of the UK', 'Bradford'][index % 4] ?? 'Leeds',
  notes: '',
  session_id: session,
  first_touch: sql.json(touch),
  spam_reason: '',
  created_at: at,
})
