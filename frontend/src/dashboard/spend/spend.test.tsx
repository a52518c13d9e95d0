import { expect, test } from 'vitest'
import { CAMPAIGNS, SPEND } from '../testing/answers/campaigns.ts'
import { FUNNEL } from '../testing/answers/figures.ts'
import { shown } from '../testing/shown.tsx'
import { CostCards } from './cost-cards.tsx'
import { Costs } from './costs.tsx'
import { TypeCost } from './type-cost.tsx'

test('the cards say what a lead costs, and what it did before', () => {
  expect(shown(<CostCards />, { at: '/admin?range=7' })).toEqual([
    'Advertising Cost: £640.00: £40.00 more than 26 – 27 Mar 2026',
    'Cost of a Lead: £8.00: As much as 26 – 27 Mar 2026',
    'Cost of a Qualified Lead: £20.00: £2.40 less than 26 – 27 Mar 2026',
    'Cost of an Onboarding: £128.00: Cost ÷ leads with an onboarding form',
    'Costs of 28 – 29 Mar 2026, divided by what came on the same days. 1 day without a cost is left out: 29 Mar 2026. [Costs by campaign](/admin/campaigns?range=7)',
  ])
})

test('without a cost there are no cards, and without days before each says what it is', () => {
  expect(shown(<CostCards />, { answers: { funnel: { ...FUNNEL, cost: null } } })).toEqual([])
  expect(shown(<CostCards />, { waiting: 'all' })).toEqual([])
  const steps = FUNNEL.steps.map(step => ({ ...step, previous: null }))
  const funnel = { ...FUNNEL, steps, previous: null, daysWithoutCost: null }
  expect(shown(<CostCards />, { answers: { funnel } })).toEqual([
    'Advertising Cost: £640.00: Of counted days with a known cost',
    'Cost of a Lead: £8.00: Cost ÷ leads',
    'Cost of a Qualified Lead: £20.00: Cost ÷ qualified leads',
    'Cost of an Onboarding: £128.00: Cost ÷ leads with an onboarding form',
    'Costs of 28 – 29 Mar 2026, divided by what came on the same days. [Costs by campaign](/admin/campaigns)',
  ])
})

test('the newest costs stand there with who said so', () => {
  expect(shown(<Costs />)).toEqual([
    'Advertising Costs',
    'By campaign and day: what leads cost is counted from them',
    '[Import a Report, closed] [Type In a Cost, closed]',
    'The newest costs',
    'Day | Campaign | Cost | Clicks there | By',
    '28 Mar 2026 | spring_roofs | £48.20 | 96 | ada, imported from Google Ads; was €44.00 by ben',
    '27 Mar 2026 | gutters | £12.50 | – | cleo, typed in [Remove the typed cost of gutters on 27 Mar 2026]',
  ])
})

test('campaigns of one value are told apart, and several platforms named', () => {
  const [first] = SPEND.entries
  const sources = ['Google Ads', 'Meta Ads'].map(platform => ({
    ...{ platform, account: null, cost: 24.1, clicks: 48 },
  }))
  const entries = [
    { ...first, utmSource: 'google', utmMedium: 'cpc', sources, corrections: [] },
  ] as typeof SPEND.entries
  expect(shown(<Costs />, { answers: { spend: { ...SPEND, entries } } }).at(-1)).toBe(
    '28 Mar 2026 | spring_roofs (google / cpc) | £48.20 | 96 | ada, imported from Google Ads, Meta Ads',
  )
})

test('costs are asked for of the campaign that is chosen', () => {
  const asked: unknown[] = []
  const spend = ({ query }: { query: unknown }) => {
    asked.push(query)
    return SPEND
  }
  shown(<Costs />, { at: '/admin/campaigns?campaign=gutters', answers: { spend } })
  expect(asked).toEqual([{ campaign: 'gutters', limit: '8' }])
})

test('no cost at all says how one comes, and a list that cannot be had says that', () => {
  expect(shown(<Costs />, { answers: { spend: { ...SPEND, entries: [] } } }).slice(-2)).toEqual([
    'No cost is known yet.',
    'Import the daily report of an advertising platform as CSV or Excel, or type in what a day cost.',
  ])
  expect(shown(<Costs />, { failed: ['spend'] })).toContain(
    'The costs could not be loaded. The server could not be reached.',
  )
})

test('a cost is typed in for a day and a campaign, in the currency of the house', () => {
  const form = (campaigns: typeof CAMPAIGNS) =>
    shown(<TypeCost campaigns={campaigns} onDone={() => undefined} />)
  expect(form(CAMPAIGNS)).toEqual([
    'Day []',
    'Campaign [*Choose a campaign*, Gutter Post, Spring Roofs, Winter Boilers]',
    'Cost in GBP []',
    'Clicks there (optional) []',
    '[Store Cost] [Done]',
  ])
  expect(form([])).toContain('Cost []')
})
