import { expect, test } from 'vitest'
import { TIMESERIES } from '../testing/answers/figures.ts'
import { shown } from '../testing/shown.tsx'
import { Stats } from './stats.tsx'

const ALONE = { answers: { timeseries: { ...TIMESERIES, previous: null } } }

test('each total stands beside its change', () => {
  expect(shown(<Stats />, { at: '/admin?range=7' })).toEqual([
    'Total Visits: 2,480: Up 24% against 26 – 27 Mar 2026, until 12:00',
    'Conversions: 155: Down 3% against 26 – 27 Mar 2026, until 12:00',
    'Conversion Rate: 6.3%: Down 1.8 points against 26 – 27 Mar 2026, until 12:00',
    'Active Campaigns: 1: Switched on in the list',
    'Today is not over, so 27 Mar 2026 is counted until 12:00 too: in cards, charts and tables alike.',
  ])
})

test('without days before, each says what it counts or what it is narrowed to', () => {
  expect(shown(<Stats />, { at: '/admin?range=7', ...ALONE })).toEqual([
    'Total Visits: 2,480: Page views by people',
    'Conversions: 155: Conversion events',
    'Conversion Rate: 6.3%: Conversions ÷ visits',
    'Active Campaigns: 1: Switched on in the list',
    'Not compared: counting began on 5 Jan 2026, within the days before these.',
  ])
  expect(shown(<Stats />, { at: '/admin?source=google', ...ALONE })).toEqual([
    'Total Visits: 2,480: only source Google',
    'Conversions: 155: only source Google',
    'Conversion Rate: 6.3%: only source Google',
    'Active Campaigns: 1: Switched on, of all sources, campaigns and devices',
  ])
})

test('a total that cannot be had offers to try again, an old one stays', () => {
  expect(shown(<Stats />, { failed: ['analytics', 'timeseries'] })).toEqual([
    'Total Visits [Total Visits could not be loaded. Try again]: –: Not available now',
    'Conversions [Conversions could not be loaded. Try again]: –: Not available now',
    'Conversion Rate [Conversion Rate could not be loaded. Try again]: –: Not available now',
    'Active Campaigns: 1: Switched on in the list',
  ])
  expect(shown(<Stats />, { outdated: ['campaigns'] })).toContain(
    'Active Campaigns [Active Campaigns could not be loaded. Try again]: 1: Switched on in the list',
  )
})

test('what is on its way is no number yet', () => {
  expect(shown(<Stats />, { waiting: 'all' })).toEqual([
    'Total Visits: …: Page views by people',
    'Conversions: …: Conversion events',
    'Conversion Rate: …: Conversions ÷ visits',
    'Active Campaigns: …: Switched on in the list',
  ])
})
