/** Campaigns, leads and onboarding submissions that go with the seeded traffic. What is there already stays as it is. */
import type { Sql } from '../postgres.ts'
import { campaignValue, SEED_CAMPAIGNS, type SeedEvent } from './traffic.ts'

const campaignId = (index: number) => `01900000-0000-7000-8000-00000000000${index}`

export const addCampaigns = async (sql: Sql, domain: string): Promise<void> => {
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
const STATUSES = ['new', 'new', 'contacted', 'qualified', 'closed'] as const

/** A third of the seeded form submissions left a name; each lead belongs to the session that sent it. */
export const addLeads = async (sql: Sql, events: SeedEvent[]): Promise<void> => {
  const submitted = events.filter(
    event => event.conversionType === 'form_submission' && event.type === 'conversion',
  )
  const rows = submitted
    .filter((_, index) => index % 3 === 0)
    .map((event, index) => {
      const [name, business, message] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
      const at = new Date(String(event.occurredAt))
      return {
        id: String(event.id),
        name,
        email: `${name.toLowerCase().replace(' ', '.')}${index}@example.com`,
        phone: `+44770090${String(1000 + index).slice(-4)}`,
        business,
        message,
        status: index > submitted.length / 3 - 8 ? 'new' : (STATUSES[index % STATUSES.length] ?? 'new'),
        source: index % 4 === 0 ? 'promotional_popup' : 'contact_form',
        session_id: String(event.sessionId),
        first_touch: sql.json(event.firstTouchUtm as Record<string, string>),
        spam_reason: '',
        created_at: at,
        updated_at: at,
      }
    })
  if (rows.length > 0) await sql`INSERT INTO leads ${sql(rows)} ON CONFLICT DO NOTHING`
}

export const addOnboarding = async (sql: Sql, events: SeedEvent[]): Promise<void> => {
  const paid = events
    .filter(event => event.conversionType === 'stripe_intent' && event.type === 'conversion')
    .slice(-4)
  const rows = paid.map((event, index) => {
    const [name, business] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0]
    return {
      id: String(event.id),
      full_name: name,
      business_name: business,
      mobile_number: `+44770090${2000 + index}`,
      website_address: index % 2 === 0 ? `https://${business.toLowerCase().split(' ')[0]}.example.com` : '',
      email_address: `${name.toLowerCase().replace(' ', '.')}@example.com`,
      has_google_ads: index % 2 === 0,
      primary_keyword:
        ['roofer leeds', 'emergency plumber', 'office cleaning', 'pest control'][index] ?? 'roofer',
      target_area: ['Leeds', 'York', 'All of the UK', 'Bradford'][index] ?? 'Leeds',
      notes: '',
      session_id: String(event.sessionId),
      first_touch: sql.json(event.firstTouchUtm as Record<string, string>),
      spam_reason: '',
      created_at: new Date(String(event.occurredAt)),
    }
  })
  if (rows.length > 0) await sql`INSERT INTO onboarding_submissions ${sql(rows)} ON CONFLICT DO NOTHING`
}
