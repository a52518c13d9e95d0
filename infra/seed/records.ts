/** Campaigns and onboarding submissions that go with the seeded traffic. What is there already stays as it is. */
import type { Sql } from '../postgres.ts'
import { PEOPLE } from './leads.ts'
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
