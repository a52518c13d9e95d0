/** The business's constants: specification, sections 1, 4 and 9. */

export type PlanId = 'regional' | 'national' | 'enterprise'
export type Plan = {
  id: PlanId
  name: string
  subtitle: string
  /** Pounds a week, without VAT. */
  price: number
  keywords: string
  popular: boolean
  features: readonly string[]
}

export const PLANS: readonly Plan[] = [
  {
    id: 'regional',
    name: 'Regional Starter',
    subtitle: 'One trade, one area',
    price: 25,
    keywords: '1 regional keyword',
    popular: false,
    features: [
      'Number one within 7 days or your money back',
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
      'Bids watched against national rivals',
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
]

export const PROMO = {
  code: 'FLEXIFIFTY',
  discount: '50% off your first week',
  price: '£12.50',
  usualPrice: '£25',
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
export const V2_CLAIMS = { businesses: '500+', rating: '4.9' } as const

export const VALUES = {
  clickFraud: '$996 a year',
  clickFraudTrial: '£996',
  tracking: 'over £250',
  trackingTrial: '£250+',
} as const

export const HOURS = { trial: 'Monday to Saturday 9AM-7PM GMT', chat: 'Mon-Thu 9:30am-4:00pm UK' } as const

export const CURRENCY = 'GBP'
