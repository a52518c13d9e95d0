import { expect, test } from 'vitest'
import { FUNNEL, TIMESERIES } from '../testing/answers/figures.ts'
import { shown } from '../testing/shown.tsx'
import { CostCards } from './cost-cards.tsx'
import { Stats } from './stats.tsx'

const ALONE = { answers: { timeseries: { ...TIMESERIES, previous: null } } }

test('each total shows its change', () => {
  expect(shown(<Stats />, { at: '/admin?range=7' })).toEqual([
    'Total Visits: 2,480: Up 24% against 26 – 27 Mar 2026, until 12:00',
    'Conversions: 155: Down 3% against 26 – 27 Mar 2026, until 12:00',
    'Conversion Rate: 6.3%: Down 1.8 points against 26 – 27 Mar 2026, until 12:00',
    'Active Campaigns: 1: Campaigns set to active',
    'Today is not over, so 27 Mar 2026 is counted until 12:00 only. This applies to cards, charts and tables.',
  ])
})

test('without a previous period each total shows its definition or its filter', () => {
  expect(shown(<Stats />, { at: '/admin?range=7', ...ALONE })).toEqual([
    'Total Visits: 2,480: Page views by people',
    'Conversions: 155: Conversion events',
    'Conversion Rate: 6.3%: Conversions ÷ visits',
    'Active Campaigns: 1: Campaigns set to active',
    'Not compared: counting began on 5 Jan 2026, during the earlier period.',
  ])
  expect(shown(<Stats />, { at: '/admin?source=google', ...ALONE })).toEqual([
    'Total Visits: 2,480: only source Google',
    'Conversions: 155: only source Google',
    'Conversion Rate: 6.3%: only source Google',
    'Active Campaigns: 1: Set to active. Filters do not apply',
  ])
})

test('a total that failed to load offers a retry, and an old one stays', () => {
  expect(shown(<Stats />, { failed: ['analytics', 'timeseries'] })).toEqual([
    'Total Visits [Total Visits could not be loaded. Try again]: –: Not available now',
    'Conversions [Conversions could not be loaded. Try again]: –: Not available now',
    'Conversion Rate [Conversion Rate could not be loaded. Try again]: –: Not available now',
    'Active Campaigns: 1: Campaigns set to active',
  ])
  expect(shown(<Stats />, { outdated: ['campaigns'] })).toContain(
    'Active Campaigns [Active Campaigns could not be loaded. Try again]: 1: Campaigns set to active',
  )
})

test('a loading total shows no number', () => {
  expect(shown(<Stats />, { waiting: 'all' })).toEqual([
    'Total Visits: …: Page views by people',
    'Conversions: …: Conversion events',
    'Conversion Rate: …: Conversions ÷ visits',
    'Active Campaigns: …: Campaigns set to active',
  ])
})

test('the cards show the cost of a lead and its change', () => {
  expect(shown(<CostCards />, { at: '/admin?range=7' })).toEqual([
    'Advertising Cost: £640.00: £40.00 more than for 26 – 27 Mar 2026',
    'Cost per Lead: £8.00: The same as for 26 – 27 Mar 2026',
    'Cost per Qualified Lead: £20.00: £2.40 less than for 26 – 27 Mar 2026',
    'Cost per Onboarding: £128.00: Cost ÷ leads with an onboarding form',
    'Costs of 28 – 29 Mar 2026, divided by the leads of the same days. 1 day without a cost is left out: 29 Mar 2026. [Costs by campaign](/admin/campaigns?range=7)',
  ])
})

test('without a cost there are no cards, and without an earlier period each card shows its definition', () => {
  expect(shown(<CostCards />, { answers: { funnel: { ...FUNNEL, cost: null } } })).toEqual([])
  expect(shown(<CostCards />, { waiting: 'all' })).toEqual([])
  const steps = FUNNEL.steps.map(step => ({ ...step, previous: null }))
  const funnel = { ...FUNNEL, steps, previous: null, daysWithoutCost: null }
  expect(shown(<CostCards />, { answers: { funnel } })).toEqual([
    'Advertising Cost: £640.00: For days with a known cost since counting began',
    'Cost per Lead: £8.00: Cost ÷ leads',
    'Cost per Qualified Lead: £20.00: Cost ÷ qualified leads',
    'Cost per Onboarding: £128.00: Cost ÷ leads with an onboarding form',
    'Costs of 28 – 29 Mar 2026, divided by the leads of the same days. [Costs by campaign](/admin/campaigns)',
  ])
})

test('an unknown cost says whether the filter or the days are the reason', () => {
  const unknown = (at: string) =>
    shown(<Stats forChart />, { at, answers: { funnel: { ...FUNNEL, cost: null } } }).filter(line =>
      /Not known/.test(line),
    )
  expect(unknown('/admin/traffic?device=mobile')).toEqual([
    expect.stringMatching(/Advertising Cost.*: Not known per device$/),
    expect.stringMatching(/Cost per Lead.*: Not known per device$/),
  ])
  expect(unknown('/admin/traffic?source=google')[0]).toMatch(/: Not known for these days$/)
})
