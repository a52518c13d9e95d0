import { expect, test } from 'vitest'
import { CAMPAIGNS, campaign } from '../testing/answers/campaigns.ts'
import { ANALYTICS, DEVICES, FUNNEL, LANDING_PAGES, VISITORS_NOW } from '../testing/answers/figures.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { Traffic } from './traffic.tsx'

const page = (given: Given = {}) => shown(<Traffic />, { at: '/admin/traffic', ...given })
/** The first lines of one panel. */
const panel = (title: string, given: Given = {}, most = 4) => {
  const lines = page(given)
  const from = lines.findIndex(line => line.startsWith(title))
  return lines.slice(from, from + most)
}

test('every panel has its own figures, and the same as a table', () => {
  expect(page()).toEqual([
    'Traffic',
    'all time',
    '14 visitors on the site in the last 5 minutes',
    'Counted until 12:59:00, whatever the page is narrowed to',
    'Not counted: 37 visits of your own people, 412 visits of bots, 120 suspicious visits. Suspicious: from networks of data centres, or in bursts from one network and browser. [Networks by RouteViews and DB-IP](https://db-ip.com)',
    '[Count suspicious visits]',
    'Visits over time',
    '2,480 in 28 – 29 Mar 2026',
    'The same as a table: Visits over time',
    'Visits over time',
    'Day | Visits | In 26 – 27 Mar 2026, until 12:00',
    'Sun, 29 Mar 2026 (so far) | 780 | 800',
    'Sat, 28 Mar 2026 | 1,700 | 1,200',
    'Conversions over time',
    '155 in 28 – 29 Mar 2026',
    'The same as a table: Conversions over time',
    'Conversions over time',
    'Day | Conversions | In 26 – 27 Mar 2026, until 12:00',
    'Sun, 29 Mar 2026 (so far) | 53 | 76',
    'Sat, 28 Mar 2026 | 102 | 84',
    'Conversion rate over time',
    '6.3% in 28 – 29 Mar 2026',
    'The same as a table: Conversion rate over time',
    'Conversion rate over time',
    'Day | Conversion rate | In 26 – 27 Mar 2026, until 12:00',
    'Sun, 29 Mar 2026 (so far) | 6.8% | 9.5%',
    'Sat, 28 Mar 2026 | 6.0% | 7.0%',
    'Cost over time',
    '[Costs over time: *Cost*, Cost per lead]',
    'The same as a table: Cost over time',
    'Cost over time',
    'Day | Cost | In 26 – 27 Mar 2026',
    'Sun, 29 Mar 2026 | – | £290.00',
    'Sat, 28 Mar 2026 | £640.00 | £310.00',
    'Visits by channel',
    '[Paid search 1,200 (rate 7.5%, bounce rate 25.0%)]',
    '[AI assistant 310 (rate 10.0%)]',
    'Visits by referring site',
    '[google.com (Paid search) 1,100]',
    '[chatgpt.com (AI assistant) 300]',
    'And 12 visits and 1 conversion of 2 other sites.',
    'Visits by source',
    '[Google 1,430]',
    '[Direct visits 610]',
    '[mail 0 (4 conversions)]',
    'And 440 visits and 20 conversions of 3 other sources.',
    'Conversions by type',
    'Form submission 93 (60.0%)',
    'WhatsApp click 62 (40.0%)',
    'Visits by landing page',
    '/ 1,777 (rate 6.8%)',
    'No longer kept 402 (rate 3.5%)',
    'The same as a table: Visits by landing page',
    'Visits by landing page. Before: visits in as many days just before.',
    'Page | Sessions | Visits | Before | Conversions | Rate | Bounce rate',
    '/ | 1,502 | 1,777 | 1,333 | 121 | 6.8% | 33.3%',
    'No longer kept | 301 | 402 | 222 | 14 | 3.5% | 33.3%',
    'And 301 visits that began on 5 other pages.',
    'Visits by device',
    '[Show devices or browsers: *Devices*, Browsers]',
    'Phones 1,612 (65.0%)',
    'Not known 868 (35.0%)',
    'The same as a table: Visits by device',
    'Visits by device.',
    'Device | Sessions | Visits | Conversions | Rate | Bounce rate',
    'Phones | 1,399 | 1,612 | 101 | 6.3% | 33.3%',
    'Not known | 702 | 868 | 54 | 6.2% | 33.3%',
    'Engagement and speed by page',
    'Engagement and speed by page',
    'Page | Visits | Time | Scroll | LCP | INP | CLS',
    '/ | 1,702 | 34 s | 61% | 1.8 s (good) | 96 ms (good) | 0.02 (good)',
    '/v2 | 401 | 8.9 s | 44% | 4.3 s (poor) | – | 0.13 (needs work)',
    'Time and scroll are means of a visit. Three of four visits keep within LCP, INP and CLS.',
    'Campaigns compared',
    '[spring_roofs 1,240]',
    '[boilers 23]',
  ])
})

test('what a source narrows says so, and what it leaves whole', () => {
  const narrowed = (search: string) =>
    page({ at: `/admin/traffic?${search}` }).filter(line => /only (source|campaign)|all sources/.test(line))
  expect(narrowed('source=google')).toEqual([
    'Visits over time only source Google',
    'Conversions over time only source Google',
    'Conversion rate over time only source Google',
    'Cost over time only source Google',
    'Visits by channel only source Google',
    'Visits by referring site only source Google',
    'Visits by source all sources and campaigns',
    'Conversions by type only source Google',
    'Visits by landing page only source Google',
    'Visits by device only source Google',
    'Engagement and speed by page all sources and campaigns',
    'Campaigns compared all sources and campaigns',
  ])
  expect(narrowed('campaign=gutters')).toContain('Visits by source only campaign gutters')
  // The chosen source leaves all of them listed, the campaign narrows them: neither note would be true.
  expect(narrowed('source=google&campaign=gutters').join()).not.toContain('Visits by source')
  expect(narrowed('')).toEqual([])
})

test('what is chosen is pressed', () => {
  const lines = page({ at: '/admin/traffic?source=google&campaign=spring_roofs&range=7' })
  expect(lines[1]).toBe('the last 7 days')
  for (const line of ['[Google 1,430, pressed]', '[Direct visits 610]', '[spring_roofs 1,240, pressed]'])
    expect(lines).toContain(line)
})

test('another choice shows the other figures', () => {
  const lines = page({ at: '/admin/traffic?costs=per-lead&by=browsers' })
  for (const line of ['Sat, 28 Mar 2026 | £12.80 | £10.00', 'Visits by browser', 'Firefox 2,480 (100.0%)'])
    expect(lines).toContain(line)
})

test('without the cookie the page says how many visits come from browsers that forget', () => {
  const [first] = DEVICES.browsers
  const browsers = first ? [first, { ...first, browser: 'Safari', visits: 620 }] : []
  const lines = page({ answers: { devices: { ...DEVICES, browsers } } })
  expect(lines).toContain(
    'At least 25.0% of visits come from browsers that forget a visitor after seven days without a visit (Safari). IDENTITY_COOKIE=on keeps them.',
  )
  expect(page({}).join()).not.toContain('forget')
})

test('nobody at all is said in words', () => {
  const none = {
    analytics: { ...ANALYTICS, topSources: [], conversionsByType: [] },
    landingPages: { ...LANDING_PAGES, pages: [] },
    devices: { ...DEVICES, devices: [] },
    campaigns: CAMPAIGNS.map(one => ({ ...one, clicks: 0 })),
    funnel: { ...FUNNEL, cost: null, costs: { ...FUNNEL.costs, points: [], previous: null } },
    visitorsNow: { ...VISITORS_NOW, visitors: 1, asOf: null },
  }
  const told = page({ answers: none })
  for (const words of [
    '1 visitor on the site in the last 5 minutes',
    'Not known until when this is counted',
    'No cost is known for these days. Costs are typed in or imported under Campaigns.',
    "No visits yet. Give a campaign's link away, or open the site in a browser that never logged in here.",
    'No conversions in these days.',
    'No campaign has been clicked yet.',
  ])
    expect(told).toContain(words)
  expect(told.filter(line => line === 'No visits in these days.')).toHaveLength(2)
  const week = page({ at: '/admin/traffic?range=7', answers: none })
  expect(week.filter(line => line === 'No visits in these days.')).toHaveLength(3)
})

test('clicks that cannot be counted are no nought', () => {
  const uncounted = { campaigns: [campaign({ clicks: null })] }
  expect(panel('Campaigns compared', { answers: uncounted }).at(-1)).toBe(
    'Clicks cannot be counted at the moment.',
  )
})

test('one page more is told in the singular, none more not at all', () => {
  const more = (pages: number, visits: number) =>
    page({
      answers: { landingPages: { ...LANDING_PAGES, others: { ...LANDING_PAGES.others, pages, visits } } },
    })
  expect(more(1, 1)).toContain('And 1 visit that began on 1 other page.')
  expect(more(0, 0).join()).not.toContain('that began on')
})

test('a chosen channel leaves all channels listed, and narrows what another filter does not list', () => {
  const titles = (search: string) =>
    shown(<Traffic />, { at: `/admin/traffic?${search}` }).filter(line =>
      /^Visits by (channel|source)/.test(line),
    )
  expect(titles('channel=Paid+search')).toEqual([
    'Visits by channel all sources and campaigns',
    'Visits by source only channel Paid search',
  ])
  const alone = { ...FUNNEL, cost: null, costs: { ...FUNNEL.costs, points: [], previous: null } }
  expect(shown(<Traffic />, { at: '/admin/traffic?channel=Direct', answers: { funnel: alone } })).toContain(
    'Which part of a cost was for one channel is not known.',
  )
  expect(titles('channel=Paid+search&referringSite=google.com')).toEqual([
    'Visits by channel',
    'Visits by source only channel Paid search, site google.com',
  ])
})

test('each panel waits and fails by itself', () => {
  expect(page({ waiting: 'all' }).filter(line => line.startsWith('(busy)'))).toEqual([
    '(busy) Loading the visitors of now',
    '(busy) Loading the visits',
    '(busy) Loading the conversions',
    '(busy) Loading the conversion rate',
    '(busy) Loading the costs',
    '(busy) Loading the channels',
    '(busy) Loading the sites',
    '(busy) Loading the sources',
    '(busy) Loading the conversions by type',
    '(busy) Loading the landing pages',
    '(busy) Loading the devices',
    '(busy) Loading the page speeds',
    '(busy) Loading the campaigns',
  ])
  const failed = page({ failed: ['devices'] })
  expect(failed).toContain('The devices could not be loaded. The server could not be reached.')
  expect(failed).toContain('[Google 1,430]')
})
