/** Seeds campaigns, leads and onboarding submissions for the seeded traffic. Existing records are not changed. */

import { readState } from '@firsttouch/api/experiments/life/changes'
import { DEFAULT_PLAN } from '@firsttouch/api/experiments/statistics/run'
import { takeStep } from '@firsttouch/api/experiments/take-step'
import { normaliseRecords } from '@firsttouch/api/inbox/normalise-records'
import { enqueueCampaigns } from '@firsttouch/api/outbox/campaigns'
import { enqueueSenders } from '@firsttouch/api/outbox/leads'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { DAY_MS, HOUR_MS } from '../../platform/timing.ts'
import type { Sql } from '../../stores/postgres.ts'
import { addLeads, type SeededLead } from './leads.ts'
import { addSpend } from './spend.ts'
import { campaignValue, SEED_CAMPAIGNS, type SeedEvent } from './traffic.ts'

export const addRecords = async (
  sql: Sql,
  events: SeedEvent[],
  { domain, now, currency, country }: { domain: string; now: Date; currency: string; country: string },
): Promise<void> => {
  await addCampaigns(sql, domain)
  await addSpend(sql, { now, currency })
  await startExperiment(sql, new Date(now.getTime() - 30 * DAY_MS))
  await addOnboarding(sql, await addLeads(sql, events, now), now)
  await normaliseRecords(sql, country)
}

const campaignId = (index: number) => `01900000-0000-7000-8000-00000000000${index}`

const addCampaigns = async (sql: Sql, domain: string): Promise<void> => {
  const created = new Date(Date.now() - 28 * DAY_MS)
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
  await sql.begin(async tx => {
    const added = await tx<
      { id: string }[]
    >`INSERT INTO campaigns ${tx(rows)} ON CONFLICT DO NOTHING RETURNING id`
    // One campaign has ended, so it is inactive and archived.
    const over = await tx<{ id: string }[]>`
      UPDATE campaigns SET is_active = false, archived_at = now(), version = version + 1
      WHERE id = ${campaignId(SEED_CAMPAIGNS.length - 1)} AND version = 1 RETURNING id`
    await enqueueCampaigns(tx, [...new Set([...added, ...over].map(({ id }) => id))], new Date())
  })
}

/** Half of the qualified leads send the onboarding form. */
const addOnboarding = async (sql: Sql, leads: SeededLead[], now: Date): Promise<void> => {
  const rows = leads
    .filter(lead => lead.phone !== '' && lead.steps.some(([status]) => status === 'qualified'))
    .map(lead => ({ ...lead, at: new Date(lead.created_at.getTime() + 72 * HOUR_MS) }))
    .filter(({ at }, index) => at < now && index % 2 === 0)
    .map((lead, index) => onboardingOf(sql, lead, index))
  if (rows.length === 0) return
  await sql.begin(async tx => {
    const added = await tx<{ id: string }[]>`
      INSERT INTO onboarding_submissions ${tx(rows)} ON CONFLICT DO NOTHING RETURNING id`
    await enqueueSenders(
      tx,
      added.map(({ id }) => id),
    )
  })
}

const onboardingOf = (
  sql: Sql,
  { id, name, business, email, phone, first_touch, at }: SeededLead & { at: Date },
  index: number,
) => ({
  id: `${id.slice(0, 14)}8${id.slice(15)}`,
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
  session_id: '',
  first_touch: sql.json(first_touch),
  spam_reason: '',
  created_at: at,
})

/** Starts the A/B test before the seeded traffic begins, unless staff have changed it. */
const startExperiment = async (sql: Sql, at: Date): Promise<void> => {
  const current = await readState(sql, LANDING_PAGE)
  if (current.version > 0) return
  const { name, variants } = LANDING_PAGE
  await takeStep({ sql, now: () => at, config: { timeZone: 'UTC' } }, LANDING_PAGE, current, {
    step: 'start',
    reason: 'To see which page brings more customers.',
    by: 'seed',
    planned: {
      testName: name,
      variants: variants.map(variant => variant.name),
      plan: DEFAULT_PLAN,
      baselineRate: null,
      goal: 'any',
      primaryConversionTypes: [],
    },
  })
}
