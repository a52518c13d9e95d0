import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { DEFAULT_PLAN } from '@firsttouch/api/experiments/statistics/run'
import { verdict } from '@firsttouch/api/experiments/statistics/verdict'
import { expect, test } from 'vitest'
import { countsCsv } from './counts-csv.ts'

const at = new Date('2026-03-29T12:00:00.000Z')
const stat = (variant: string, visitors: number, converters: number) => ({
  ...{ testName: 'landingPage', variant, visitors, converters },
  totalEvents: 9000,
  conversions: 700,
  conversionRate: 0,
})
const part = (variant: string, conversionType: string, count: number) => ({
  ...{ testName: 'landingPage', variant, conversionType, count },
})
const stats: AbTestStats = {
  asOf: at.toISOString(),
  range: { from: null, to: null, timeZone: 'Europe/London' },
  testStats: [stat('control', 3000, 300), stat('v2', 3000, 400), stat('v1', 20, 1)],
  conversionBreakdown: [part('v2', 'form_submission', 12), part('control', 'button_click', 30)],
  verdicts: [
    verdict({
      testName: 'landingPage',
      now: at,
      startedAt: new Date('2026-03-10T08:00:00.000Z'),
      underWaySince: null,
      arms: [
        { visitors: 1000, converters: 100, variant: 'control', label: '' },
        { visitors: 1000, converters: 123, variant: 'v2', label: '' },
      ],
      sawBoth: 7,
      plan: DEFAULT_PLAN,
      target: null,
      dailyVisitors: 0,
      decision: null,
    }),
  ],
}

test('the counts of the run, of all time and by type, a line for each variant', () => {
  expect(countsCsv('landingPage', stats).split('\r\n')).toEqual([
    'Test,Variant,Name,As Of,Run Since,Run Visitors,Run Converters,Run Conversion Rate %,Saw Both Versions,' +
      'Visitors,Converters,Conversion Rate %,Total Events,Conversions,Of these button click,Of these form submission',
    'landingPage,control,Original Landing Page,2026-03-29T12:00:00.000Z,2026-03-10T08:00:00.000Z,1000,100,10,7,3000,300,10,9000,700,30,0',
    'landingPage,v2,Optimized Landing Page V2,2026-03-29T12:00:00.000Z,2026-03-10T08:00:00.000Z,1000,123,12.3,7,3000,400,13.33,9000,700,0,12',
    'landingPage,v1,v1,2026-03-29T12:00:00.000Z,,,,,,20,1,5,9000,700,0,0',
    '',
  ])
})
