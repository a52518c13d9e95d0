import type { Funnel as Answer } from '@firsttouch/api/contract/costs/funnel'
import { expect, test } from 'vitest'
import { FUNNEL } from '../testing/answers/figures.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { Funnel } from './funnel.tsx'

const note = (given: Partial<Answer>, at = '/admin/traffic') =>
  shown(<Funnel />, { at, answers: { funnel: { ...FUNNEL, ...given } } }).at(-1)

test('each step shows its count, share and cost, and links to its leads', () => {
  expect(shown(<Funnel />)).toEqual([
    'From visit to customer',
    'all time',
    '[Landing page of the funnel: *Any landing page*, Original Landing Page, Optimized Landing Page V2]',
    'Steps from visit to customer',
    'Step | Count | Share | Count before | Cost each | Cost each before',
    'Visits | 2,480 | | 2,000 | £0.26 | £0.30',
    '[Leads](/admin/leads?lead-from=2026-03-28&lead-to=2026-03-29) | 80 | 3.2% of visits −96.8% | 75 | £8.00 | £8.00',
    '[Qualified](/admin/leads?lead-from=2026-03-28&lead-to=2026-03-29&lead-reached=qualified) | 32 | 40.0% of leads −60.0% | 30 | £20.00 | £22.40',
    '[Closed](/admin/leads?lead-from=2026-03-28&lead-to=2026-03-29&lead-status=closed) | 12 | 15.0% of leads −62.5% | 11 | £53.33 | £51.20',
    '[Onboarding form sent](/admin/leads?lead-from=2026-03-28&lead-to=2026-03-29&lead-reached=onboarding) | 5 | 6.3% of leads −58.3% | 4 | £128.00 | –',
    'A lead counts on the day its form was sent, with its current status. A lead that was qualified and is now closed still counts as qualified. The steps for closed leads and onboarding forms include leads that were never qualified. The small percentage with a minus is the drop from the step above. Costs of 28 – 29 Mar 2026 are £640.00. “Cost each” is this sum, divided by the count of the same days. 1 day without a cost is left out: 29 Mar 2026. “Before” means 26 – 27 Mar 2026, until 12:00. Its costs are those of 26 – 27 Mar 2026.',
  ])
})

test('the funnel names its filters and passes them to the leads', () => {
  const at = '/admin/traffic?range=7&source=google&variant=v2'
  const lines = shown(<Funnel />, { at })
  expect(lines[1]).toBe('the last 7 days only source Google, variant Optimized Landing Page V2')
  expect(lines[2]).toContain('*Optimized Landing Page V2*')
  expect(lines.find(line => line.startsWith('[Closed]'))).toContain(
    '(/admin/leads?range=7&source=google&variant=v2&lead-from=2026-03-28&lead-to=2026-03-29&lead-status=closed)',
  )
  expect(shown(<Funnel />)).not.toContain('only source Google')
})

test('the funnel is requested for the chosen landing page', () => {
  const asked: unknown[] = []
  const funnel: NonNullable<Given['answers']>['funnel'] = ({ query }) => {
    asked.push(query)
    return FUNNEL
  }
  shown(<Funnel />, { at: '/admin/traffic?range=7&campaign=roofs&variant=v2', answers: { funnel } })
  const empty = {
    source: '',
    channel: '',
    referringSite: '',
    keyword: '',
    ad: '',
    page: '',
    device: '',
    suspicious: '',
  }
  expect(asked).toEqual([{ days: '7', campaign: 'roofs', variant: 'v2', ...empty }])
})

test('an unknown cost is not shown as zero', () => {
  const unknown = { cost: null, costDays: null, daysWithoutCost: null, previous: null }
  expect(note(unknown)).toMatch(/step above\. No cost is known for these days\.$/)
  expect(note({ ...unknown, since: '2026-03-29' })).toMatch(
    / No cost is known for any day since counting began on 29 Mar 2026\.$/,
  )
  expect(note(unknown, '/admin/traffic?variant=v2')).toMatch(
    /step above\. Costs per variant are not known\.$/,
  )
})

test('a step without visits shows no share', () => {
  const steps = FUNNEL.steps.map(step => ({ ...step, count: 0, costEach: null, previous: null }))
  const lines = shown(<Funnel />, { answers: { funnel: { ...FUNNEL, steps } } })
  expect(lines).toContain('Visits | 0 | | – | – | –')
  expect(lines.find(line => line.startsWith('[Leads]'))).toMatch(/ \| 0 \| – of visits \| – \| – \| –$/)
})
