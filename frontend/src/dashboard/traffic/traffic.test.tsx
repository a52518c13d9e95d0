import { expect, test } from 'vitest'
import { ANALYTICS, DEVICES, FUNNEL, TRAFFIC_LIST, VISITORS_NOW } from '../testing/answers/figures.ts'
import { SESSION } from '../testing/answers/settings.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { Traffic } from './traffic.tsx'

const page = (given: Given = {}) => shown(<Traffic />, { at: '/admin/traffic', ...given })

test('each panel shows its own figures, also as a table', () => {
  expect(page()).toEqual([
    'Traffic',
    'all time',
    'Visits over time',
    '2,480 in 28 – 29 Mar 2026',
    'Show as a table: Visits over time',
    'Visits over time',
    'Day | Visits | In 26 – 27 Mar 2026, until 12:00',
    '[Sun, 29 Mar 2026] (so far) | 780 | 800',
    '[Sat, 28 Mar 2026] | 1,700 | 1,200',
    'By source',
    'List by [Source, pressed] [Channel] [Referring site] [Campaign] [Keyword] [Ad] [Page] [Device] [Variant]',
    '[Order of the list: *Most visits*, Most leads, Lowest conversion rate, Largest change in visits, Largest change in conversions]',
    'Source, against 26 – 27 Mar 2026, until 12:00',
    'Source | Visits | Leads | Qualified | Cost | Conversions | Conversion rate | Bounce rate',
    '[Google] | 1,430 Up 30% | [50 Up 25%](/admin/leads?source=google&lead-from=2026-03-28&lead-to=2026-03-29) | [20](/admin/leads?source=google&lead-from=2026-03-28&lead-to=2026-03-29&lead-reached=qualified) | £640.00 £40.00 more | 98 Up 9% | 6.8% Down 1.3 points | 33.3%',
    'Direct visits | 402 | 0 Down 2 fewer | 0 | – | 14 Up 5 more | 3.5% Down 0.6 points | 33.3%',
    '[mail] | 110 | [3](/admin/leads?source=mail&lead-from=2026-03-28&lead-to=2026-03-29) | 0 | – | 40 | 36.4% | 33.3%',
    'And 301 visits of 5 other sources.',
    'Arrows compare with 26 – 27 Mar 2026, until 12:00. A lead counts for the first touch of the person who sent the form.',
    '14 visitors on the site in the last 5 minutes',
    'As of 12:59:00. Filters do not apply.',
    'Not counted: 37 visits by your own people, 412 visits by bots, 120 suspicious visits. Suspicious visits come from data-centre networks, or in bursts from one network and browser. [Network data from RouteViews and DB-IP](https://db-ip.com)',
    '[Count suspicious visits]',
    'Conversions by type',
    'Form submission 93 (60.0%)',
    'WhatsApp click 62 (40.0%)',
    'Visits by browser',
    'Firefox 2,480 (100.0%)',
    'Engagement and speed by page',
    'Engagement and speed by page',
    'Page | Visits | Time | Scroll | LCP | INP | CLS',
    '/ | 1,702 | 34 s | 61% | 1.8 s (good) | 96 ms (good) | 0.02 (good)',
    '/v2 | 401 | 8.9 s | 44% | 4.3 s (poor) | – | 0.13 (needs work)',
    'Counts the measured visits. Time on the screen and scroll depth are their averages. For LCP (loading), INP (response) and CLS (layout shift), three of four visits have this value or a better one.',
  ])
})

test.each([
  ['', 'Visits over time', '[Sat, 28 Mar 2026] | 1,700 | 1,200'],
  ['conversions', 'Conversions over time', '[Sat, 28 Mar 2026] | 102 | 84'],
  ['rate', 'Conversion rate over time', '[Sat, 28 Mar 2026] | 6.0% | 7.0%'],
  ['cost', 'Cost over time', 'Sat, 28 Mar 2026 | £640.00 | £310.00'],
  ['cost-per-lead', 'Cost per lead over time', 'Sat, 28 Mar 2026 | £12.80 | £10.00'],
])('the chart can show %s', (chart, title, line) => {
  const lines = page({ at: `/admin/traffic?chart=${chart}` })
  expect(lines).toContain(title)
  expect(lines).toContain(line)
  expect(lines.filter(one => / over time$/.test(one) && !one.startsWith('Show as'))).toHaveLength(2)
})

test('each tab requests its own list with every filter', () => {
  const asked: Record<string, string>[] = []
  const trafficList: NonNullable<Given['answers']>['trafficList'] = ({ query }) => {
    asked.push({ ...query })
    return TRAFFIC_LIST
  }
  page({ at: '/admin/traffic?by=keyword&device=mobile&page=%2Fv2&range=7', answers: { trafficList } })
  expect(asked).toEqual([
    expect.objectContaining({ by: 'keyword', device: 'mobile', page: '/v2', days: '7', source: '' }),
  ])
})

test('a row links to its leads with the same days and filters', () => {
  const rows = { ...TRAFFIC_LIST, rows: TRAFFIC_LIST.rows.slice(0, 1) }
  const lines = page({
    at: '/admin/traffic?by=keyword&device=mobile&range=7',
    answers: { trafficList: rows },
  })
  expect(lines.find(line => line.startsWith('[google]'))).toContain(
    '(/admin/leads?range=7&device=mobile&keyword=google&lead-from=2026-03-28&lead-to=2026-03-29&lead-reached=qualified)',
  )
  expect(
    page({ answers: { session: { ...SESSION, role: 'viewer' } } }).find(line => line.startsWith('[Google]')),
  ).not.toContain('/admin/leads')
})

test('the order of a list can be chosen', () => {
  const names = (order: string) =>
    page({ at: `/admin/traffic?list-order=${order}` })
      .filter(line => /^(\[Google\]|\[mail\]|Direct visits) \|/.test(line))
      .map(line => line.split(' |')[0])
  expect(names('')).toEqual(['[Google]', 'Direct visits', '[mail]'])
  expect(names('leads')).toEqual(['[Google]', '[mail]', 'Direct visits'])
  expect(names('rate')).toEqual(['Direct visits', '[Google]', '[mail]'])
  expect(names('change')).toEqual(['[Google]', 'Direct visits', '[mail]'])
})

test('a long list starts with ten rows and continues by a hundred', () => {
  const [row] = TRAFFIC_LIST.rows
  const list = (length: number) => {
    const rows = Array.from({ length }, (_, n) => ({ ...row, name: `of ${n}` })) as typeof TRAFFIC_LIST.rows
    return page({ answers: { trafficList: { ...TRAFFIC_LIST, rows } } })
  }
  expect(list(12).filter(line => line.startsWith('[of '))).toHaveLength(10)
  expect(list(110)).toContain('[Show all 110]')
  expect(list(111)).toContain('[Show 100 more]')
})

test('each panel names its filters, and the panels without filters say so', () => {
  const narrowed = (search: string) =>
    page({ at: `/admin/traffic?${search}` }).filter(line =>
      /only (source|campaign|keyword)|all sources/.test(line),
    )
  expect(narrowed('source=google&keyword=roofs')).toEqual([
    'Visits over time only source Google, keyword roofs',
    'Conversions by type only source Google, keyword roofs',
    'Visits by browser only source Google, keyword roofs',
    'Engagement and speed by page all sources, campaigns and devices',
  ])
  expect(narrowed('source=google')).toContain('By source all sources, campaigns and devices')
  expect(narrowed('keyword=roofs')).toContain('By source only keyword roofs')
  expect(narrowed('')).toEqual([])
  const alone = { ...FUNNEL, cost: null, costs: { ...FUNNEL.costs, points: [], previous: null } }
  expect(page({ at: '/admin/traffic?chart=cost&device=mobile', answers: { funnel: alone } })).toContain(
    'Costs per device are not known.',
  )
})

test('the chosen row is marked as pressed', () => {
  const lines = page({ at: '/admin/traffic?source=google&range=7' })
  expect(lines[1]).toBe('the last 7 days')
  expect(lines.find(line => line.startsWith('[Google'))).toMatch(/^\[Google, pressed\]/)
})

test('panels without visits show a text', () => {
  const none = {
    analytics: { ...ANALYTICS, conversionsByType: [] },
    trafficList: { ...TRAFFIC_LIST, rows: [] },
    devices: { ...DEVICES, browsers: [] },
    funnel: { ...FUNNEL, cost: null, costs: { ...FUNNEL.costs, points: [], previous: null } },
    visitorsNow: { ...VISITORS_NOW, visitors: 1, asOf: null },
  }
  const told = page({ at: '/admin/traffic?chart=cost', answers: none })
  for (const words of [
    '1 visitor on the site in the last 5 minutes',
    'The time of this figure is not known.',
    'No cost is known for these days. Staff type in or import costs under Campaigns.',
    "No visits. Share a campaign's link, or choose other days or fewer filters.",
    'No conversions on these days.',
    'No visits on these days.',
  ])
    expect(told).toContain(words)
})

test('each panel loads and fails separately', () => {
  expect(page({ waiting: 'all' }).filter(line => line.startsWith('(busy)'))).toEqual([
    '(busy) Loading the visits',
    '(busy) Loading the sources',
    '(busy) Loading the current visitors',
    '(busy) Loading the conversions by type',
    '(busy) Loading the browsers',
    '(busy) Loading the page speeds',
  ])
  const failed = page({ failed: ['devices'] })
  expect(failed).toContain('The browsers could not be loaded. The server could not be reached.')
  expect(failed.join()).toContain('[Google]')
})
