/** The business's constants (specification, sections 1, 4 and 9). */
import { REPLY_WORDS, TEAM_WORDS } from '@firsttouch/api/contract/fields/reply-promise'
import { SITE_URL } from '@firsttouch/api/contract/fields/site-url'

/** Promised times for a reply, the start of a trial and the first place on Google. */
export const WITHIN = {
  chat: '1 hour',
  form: REPLY_WORDS.form,
  setUp: REPLY_WORDS.trial,
  call: '48 hours',
  live: '48 hours',
  first: '7 days',
} as const
export const USUALLY = '24 to 72 hours'
export const PROMISE = `Number one within ${WITHIN.first}, usually ${USUALLY}`

/** Prices are pounds a week, without VAT. */
export const PLANS = [
  {
    id: 'regional',
    name: 'Regional Starter',
    subtitle: 'One trade, one area',
    price: 25,
    keywords: '1 regional keyword',
    popular: false,
    features: [
      `Number one within ${WITHIN.first} or your money back`,
      'Set up and run in your own Google Ads account',
      '24/7 click-fraud protection',
      'Analytics and tag-manager setup',
      'WhatsApp group with our team',
    ],
  },
  {
    id: 'national',
    name: 'National Pro',
    subtitle: 'One trade, the whole country',
    price: 50,
    keywords: '1 national keyword',
    popular: true,
    features: [
      'Everything in Regional Starter',
      'Found from Land’s End to John o’ Groats',
      'Bids monitored against national rivals',
      'Weekly look at which searches bring work',
      'First in the queue for changes',
    ],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    subtitle: 'Several trades, towns or branches',
    price: 250,
    keywords: '10 regional and 5 national keywords',
    popular: false,
    features: [
      'Everything in National Pro',
      'Dedicated account manager',
      'A campaign for every branch or service',
      'One bill, one report, one person to ring',
      'Changes made the day you ask',
    ],
  },
] as const
export type Plan = (typeof PLANS)[number]

export const pounds = (amount: number): string => `£${Number.isInteger(amount) ? amount : amount.toFixed(2)}`

export const priceOf = (plan: Plan['id']): string => pounds(PLANS.find(({ id }) => id === plan)?.price ?? 0)
const LOWEST = Math.min(...PLANS.map(plan => plan.price))
export const FROM_PRICE = pounds(LOWEST)

export const AD_BUDGETS = { regional: '£50', national: '£250' } as const

export const PROMO = {
  code: 'FLEXIFIFTY',
  discount: '50% off your first week',
  price: pounds(LOWEST / 2),
  usualPrice: FROM_PRICE,
  delayMs: 2_000,
  countdownSeconds: 900,
  successDelayMs: 300,
} as const

export const ORIGINAL_CLAIMS = {
  searchRating: '4.5',
  reviewRating: '4.4',
  businesses: '100+',
  years: '6',
} as const
export const V2_CLAIMS = { businesses: '500+', overBusinesses: 'Over 500', rating: '4.9' } as const

export const VALUES = {
  clickFraud: '$996 a year',
  clickFraudTrial: '£996',
  tracking: 'over £250',
  trackingTrial: '£250+',
} as const

export const HOURS = {
  trial: TEAM_WORDS,
  chat: 'Mon-Thu 9:30am-4:00pm UK',
} as const

export const CURRENCY = 'GBP'

export const ORGANISATION = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Firsttouch',
  description: 'Managed Google Ads for small and local businesses.',
  url: `${SITE_URL}/`,
  logo: `${SITE_URL}/icon.svg`,
  areaServed: 'GB',
}
