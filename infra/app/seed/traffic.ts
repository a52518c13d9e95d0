/** A month of realistic traffic, the same on every run. */

import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { v7 } from 'uuid'
import { seededRandom } from '../../platform/seeded-random.ts'
import { DAY_MS } from '../../platform/timing.ts'

const [control, challenger] = LANDING_PAGE.variants

const DAYS = 28

/** `share` is the campaign's share of all visits. `converts` is its conversion rate relative to the average. */
const CAMPAIGNS = [
  ['Emergency Plumber Leeds', 'Google Ads', 'google', 'cpc', 0.24, 1.3],
  ['Roof Repair Spring', 'Facebook Ads Manager', 'facebook', 'social', 0.18, 0.8],
  ['Pest Control Search', 'Microsoft Advertising', 'bing', 'cpc', 0.09, 1.2],
  ['Van Flyer York', 'Mailchimp', 'direct_mail', 'print', 0.06, 1.6],
  ['Office Cleaning Reels', 'Instagram Ads', 'instagram', 'video', 0.12, 0.5],
] as const
export const SEED_CAMPAIGNS = CAMPAIGNS.map(([name, platform, source, medium, share, converts]) => ({
  name,
  platform,
  source,
  medium,
  share,
  converts,
}))
type Campaign = (typeof SEED_CAMPAIGNS)[number]
/** The last row is untagged traffic. */
const CAMPAIGN_SHARES: [share: number, campaign: Campaign | undefined][] = [
  ...SEED_CAMPAIGNS.map((campaign): [number, Campaign] => [campaign.share, campaign]),
  [1, undefined],
]

type Random = () => number
export type SeedEvent = Record<string, unknown> & { type: string }

/** The random numbers depend only on the day, so a second `npm run seed` sends only duplicates. */
const dayOfTraffic = (day: number, visitors: number): SeedEvent[] => {
  const next = seededRandom(Math.floor(day / DAY_MS))
  return Array.from({ length: visitors }, () => asTheyCame(session(day, next), next))
    .flat()
    .flatMap(measured)
}

/** Adds an engagement event to each visit. Uses a generator per visit, so the numbers of other events stay the same. */
const measured = (event: SeedEvent): SeedEvent[] => {
  if (event.type !== 'visit') return [event]
  const { id: visitId, occurredAt, sessionId, userAgent, pagePath } = event
  const next = seededRandom(Number.parseInt(String(visitId).slice(-8), 16))
  const visibleMs = Math.round(2_000 + 60_000 * next() ** 3)
  const at = Date.parse(String(occurredAt)) + visibleMs
  const engagement = {
    type: 'engagement',
    id: idAt(at, next),
    occurredAt: new Date(at).toISOString(),
    ...{ sessionId, userAgent, visitId, pagePath, visibleMs },
    scrollPercent: Math.round(25 + 75 * next()),
    lcp: Math.round(700 + 2_600 * next() ** 2),
    inp: Math.round(30 + 250 * next() ** 3),
    cls: Math.round(120 * next() ** 3) / 1_000,
  }
  return [event, engagement]
}

const session = (day: number, next: Random): SeedEvent[] => {
  const start = day + timeOfDay(next)
  const sessionId = `utm_${start}_${Math.floor(next() * 36 ** 9).toString(36)}`
  const campaign = pickShare(CAMPAIGN_SHARES, next())
  const utm = campaign
    ? tagged(campaign, start)
    : { ...UNTAGGED, ...pickShare(ARRIVALS, next()), utm_medium: 'organic' }
  const variant = next() < 0.5 ? control : challenger
  const userAgent = pickShare(AGENTS, next())
  const landing = pickShare(LANDINGS, next())
  const event = (type: string, at: number, more: object): SeedEvent => ({
    type,
    id: idAt(at, next),
    occurredAt: new Date(at).toISOString(),
    sessionId,
    userAgent,
    ...more,
  })
  const events = [event('visit', start, { referrer: '', ...utm, pagePath: landing })]
  // Only visits that land on the path `/` take part in the A/B test.
  const isTested = landing === LANDING_PAGE.path
  const tested = { testName: LANDING_PAGE.name, variant: variant.name }
  if (isTested) events.push(event('ab_test', start + 40, { ...tested, event: 'variant_assigned' }))
  const shown = isTested ? variant.path : landing
  const chance = 0.085 * (campaign?.converts ?? 0.9) * (SHOWN_CONVERTS[shown] ?? 1)
  if (landing !== '/trial-signup' && next() < 0.3)
    events.push(event('visit', start + 45_000, { ...utm, pagePath: '/trial-signup', referrer: '' }))
  if (next() >= chance) return events
  const conversionType = pickType(next())
  const at = start + 60_000 + Math.floor(next() * 240_000)
  const about = { conversionType, firstTouchUtm: utm, pagePath: landing, source: 'seed' }
  events.push(event('conversion', at, about))
  if (isTested) events.push(event('ab_test', at + 5, { ...tested, event: 'conversion', conversionType }))
  return events
}

const SECOND_LOOKS = 0.12
const FORMS = ['contact_form', 'contact_form', 'promotional_popup', 'trial_signup']

/** Some visitors return through another ad before they convert. */
const asTheyCame = (events: SeedEvent[], next: Random): SeedEvent[] => {
  const form = FORMS[Math.floor(next() * FORMS.length)]
  const withForms = events.map(event =>
    event.type === 'conversion' && event.conversionType === 'form_submission'
      ? { ...event, formType: form }
      : event,
  )
  const [first] = events
  const other = SEED_CAMPAIGNS[Math.floor(next() * SEED_CAMPAIGNS.length)]
  if (!first || !other || next() >= SECOND_LOOKS) return withForms
  const at = Date.parse(String(first.occurredAt)) + 50_000
  const again = { id: idAt(at, next), occurredAt: new Date(at).toISOString(), referrer: '', clickIds: [] }
  return [...withForms, { ...first, ...again, ...tagged(other, at) }]
}

/** Arrivals without campaign tags, as the tracker reports them. */
const ARRIVALS: [share: number, arrival: object][] = [
  [0.3, { utm_source: 'google', referrer: 'https://www.google.com/' }],
  [0.12, { utm_source: 'google', referrer: 'https://www.google.com/', clickIds: ['gclid'] }],
  [0.05, { utm_source: 'referral', referrer: 'https://chatgpt.com/' }],
  [0.03, { utm_source: 'referral', referrer: 'https://trades-directory.example/roofers' }],
  [0.5, { utm_source: 'direct' }],
]
const UNTAGGED = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' }
const KEYWORDS = ['emergency plumber', 'boiler repair', 'roofer near me', 'blocked drain', 'plumber leeds']
const ADS = ['call-today', 'fixed-price', 'local-team']
/** Chooses by time, because an additional random number would change all later values. */
const at = (all: readonly string[], time: number): string => all[Math.floor(time / 1_000) % all.length] ?? ''
const tagged = (campaign: Campaign, time: number) => ({
  ...UNTAGGED,
  utm_source: campaign.source,
  utm_medium: campaign.medium,
  utm_campaign: campaignValue(campaign.name),
  ...(campaign.medium === 'cpc' && { utm_term: at(KEYWORDS, time), utm_content: at(ADS, time) }),
})

export const campaignValue = (name: string): string => name.toLowerCase().replace(/\s+/g, '_')

const timeOfDay = (next: Random): number =>
  Math.floor(((next() + next() + next()) / 3 + 0.06) * DAY_MS) % DAY_MS

const idAt = (at: number, next: Random): string =>
  v7({
    msecs: at,
    random: Uint8Array.from({ length: 16 }, () => Math.floor(next() * 256)),
    seq: Math.floor(next() * 0xffffffff),
  })

const pickType = (at: number): string =>
  at < 0.46 ? 'button_click' : at < 0.74 ? 'form_submission' : at < 0.88 ? 'whatsapp_click' : 'stripe_intent'

/** Entry pages with their shares. */
const LANDINGS: [share: number, path: string][] = [
  [0.74, LANDING_PAGE.path],
  [0.11, challenger.path],
  [0.08, '/trial-signup'],
  [0.07, control.path],
]
/** Conversion rate by landing page, relative to the average. */
const SHOWN_CONVERTS: Record<string, number> = { [challenger.path]: 1.22, '/trial-signup': 1.9 }

const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const AGENTS: [share: number, agent: string][] = [
  [
    0.33,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} Version/18.6 Mobile/15E148 Safari/604.1`,
  ],
  [0.2, `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${BLINK} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    0.08,
    `Mozilla/5.0 (Linux; Android 15; SAMSUNG SM-S918B) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [0.14, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36`],
  [0.08, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  [0.06, `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/18.6 Safari/605.1.15`],
  [0.03, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [0.05, `Mozilla/5.0 (Linux; Android 14; SM-X710) ${BLINK} Chrome/142.0.0.0 Safari/537.36`],
  [0.03, 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
]

const pickShare = <Value>(shares: [share: number, value: Value][], at: number): Value => {
  let sum = 0
  for (const [share, value] of shares) {
    sum += share
    if (at < sum) return value
  }
  return shares[0]?.[1] as Value
}

/** 28 whole days and today, with more visitors on weekdays. */
export const monthOfTraffic = (now: Date): SeedEvent[] => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return Array.from({ length: DAYS + 1 }, (_, i) => today - (DAYS - i) * DAY_MS).flatMap(day => {
    const weekend = [0, 6].includes(new Date(day).getUTCDay())
    const growth = 1 + (0.3 * (day - today + DAYS * DAY_MS)) / (DAYS * DAY_MS)
    const visitors = Math.round((weekend ? 110 : 210) * growth)
    return dayOfTraffic(day, visitors).filter(event => Date.parse(String(event.occurredAt)) < now.getTime())
  })
}
