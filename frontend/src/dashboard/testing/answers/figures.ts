import type { AnalyticsTotals } from '@firsttouch/api/contract/analytics'
import type { ClickFraud } from '@firsttouch/api/contract/click-fraud'
import type { Funnel } from '@firsttouch/api/contract/costs/funnel'
import type { Devices, VisitorsNow } from '@firsttouch/api/contract/landings'
import type { PageSpeed } from '@firsttouch/api/contract/page-speed'
import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import type { TrafficList } from '@firsttouch/api/contract/traffic'

const asOf = '2026-03-29T11:59:00.000Z'
const range = { from: '2026-03-28', to: '2026-03-29', timeZone: 'Europe/London' }
/** Summer time begins during the 29th, so both days begin at midnight UTC. */
const [SATURDAY, SUNDAY] = ['2026-03-28T00:00:00.000Z', '2026-03-29T00:00:00.000Z'] as const

export const ANALYTICS: AnalyticsTotals = {
  ...{ asOf, range, totalVisits: 2480, totalConversions: 155, conversionRate: 6.25 },
  leftOut: { bots: 412, internal: 37, suspicious: 120 },
  conversionsByType: [
    { conversionType: 'form_submission', count: 93 },
    { conversionType: 'whatsapp_click', count: 62 },
  ],
}

export const CLICK_FRAUD: ClickFraud = {
  ...{ asOf, range, currency: 'GBP', paidClicks: 240 },
  wasted: { clicks: 31, cost: 38.75, networks: 2 },
  rows: [
    {
      ...{
        date: '2026-03-29',
        campaign: 'spring_roofing',
        network: '192.0.2.0/24',
        clicks: 26,
        sessions: 25,
      },
      cost: 32.5,
    },
    {
      ...{ date: '2026-03-28', campaign: '', network: '2001:db8:7::/48', clicks: 5, sessions: 5 },
      cost: null,
    },
  ],
  exclusions: ['192.0.2.*', '2001:db8:7::/48'],
}

export const TIMESERIES: Timeseries = {
  ...{ asOf, range, since: '2026-01-05', openFrom: SUNDAY, step: 'day' },
  totals: { visits: 2480, conversions: 155 },
  previous: {
    ...{ visits: 2000, conversions: 160, from: '2026-03-26', to: '2026-03-27' },
    until: '2026-03-27T12:00:00.000Z',
  },
  points: [
    {
      ...{ at: SATURDAY, visits: 1700, conversions: 102 },
      previous: { at: '2026-03-26T00:00:00.000Z', visits: 1200, conversions: 84 },
    },
    {
      ...{ at: SUNDAY, visits: 780, conversions: 53 },
      previous: { at: '2026-03-27T00:00:00.000Z', visits: 800, conversions: 76 },
    },
  ],
}

const counts = (sessions: number, visits: number, conversions: number, conversionRate: number) => ({
  ...{ sessions, visits, conversions, conversionRate },
  ...{ bounces: Math.round(sessions / 4), engaged: Math.round(sessions / 2), bounceRate: 33.3 },
})

const came = (leads: number, qualified: number, cost: number | null) => ({ leads, qualified, cost })

export const TRAFFIC_LIST: TrafficList = {
  ...{ asOf, range, currency: 'GBP' },
  previous: { from: '2026-03-26', to: '2026-03-27', until: '2026-03-27T12:00:00.000Z' },
  rows: [
    {
      ...{ name: 'google', ...counts(1202, 1430, 98, 6.85), ...came(50, 20, 640) },
      previous: { ...counts(900, 1100, 90, 8.18), ...came(40, 20, 600) },
    },
    {
      ...{ name: '', ...counts(301, 402, 14, 3.48), ...came(0, 0, null) },
      previous: { ...counts(301, 402, 9, 4.05), ...came(2, 0, null) },
    },
    { name: 'mail', ...counts(90, 110, 40, 36.4), ...came(3, 0, null), previous: null },
  ],
  others: { rows: 5, visits: 301, conversions: 20 },
}

export const DEVICES: Devices = {
  ...{ asOf, range, previous: null, totals: counts(2101, 2480, 155, 6.25) },
  devices: [
    { device: 'mobile', ...counts(1399, 1612, 101, 6.27), previous: null },
    { device: 'unknown', ...counts(702, 868, 54, 6.22), previous: null },
  ],
  browsers: [{ browser: 'Firefox', ...counts(2101, 2480, 155, 6.25), previous: null }],
}

export const PAGE_SPEED: PageSpeed = {
  ...{ asOf, range },
  pages: [
    { page: '/', visits: 1702, visibleMs: 34_210, scrollPercent: 61, lcp: 1_840, inp: 96, cls: 0.02 },
    { page: '/v2', visits: 401, visibleMs: 8_940, scrollPercent: 44, lcp: 4_310, inp: null, cls: 0.13 },
  ],
}

export const VISITORS_NOW: VisitorsNow = { asOf, minutes: 5, visitors: 14 }

export const FUNNEL: Funnel = {
  ...{ asOf, range, since: '2026-01-05', currency: 'GBP', cost: 640, costWithoutSource: false },
  costDays: { from: '2026-03-28', to: '2026-03-29', days: 1, sinceCounting: false },
  daysWithoutCost: { days: 1, spans: [{ from: '2026-03-29', to: '2026-03-29' }] },
  steps: [
    {
      step: 'visit',
      count: 2480,
      ofCostDays: 2480,
      costEach: 0.26,
      previous: { count: 2000, ofCostDays: 2000, costEach: 0.3 },
    },
    {
      step: 'lead',
      count: 80,
      ofCostDays: 80,
      costEach: 8,
      previous: { count: 75, ofCostDays: 75, costEach: 8 },
    },
    {
      step: 'qualified',
      count: 32,
      ofCostDays: 32,
      costEach: 20,
      previous: { count: 30, ofCostDays: 30, costEach: 22.4 },
    },
    {
      step: 'closed',
      count: 12,
      ofCostDays: 12,
      costEach: 53.33,
      previous: { count: 11, ofCostDays: 11, costEach: 51.2 },
    },
    {
      step: 'onboarding',
      count: 5,
      ofCostDays: 5,
      costEach: 128,
      previous: { count: 4, ofCostDays: 4, costEach: null },
    },
  ],
  previous: {
    ...{ from: '2026-03-26', to: '2026-03-27', until: '2026-03-27T12:00:00.000Z', cost: 600 },
    costDays: { from: '2026-03-26', to: '2026-03-27', days: 2, sinceCounting: false },
  },
  costs: {
    step: 'day',
    points: [{ from: '2026-03-28', cost: 640, leads: 50, costPerLead: 12.8 }],
    previous: [
      { from: '2026-03-26', cost: 310, leads: 31, costPerLead: 10 },
      { from: '2026-03-27', cost: 290, leads: 44, costPerLead: 6.59 },
    ],
  },
}
