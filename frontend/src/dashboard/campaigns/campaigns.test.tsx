import type { Campaign } from '@firsttouch/api/contract/campaign'
import { expect, test } from 'vitest'
import { DraftProvider } from '../pieces/shared-draft.tsx'
import { ShortenLists } from '../pieces/short-lists.tsx'
import { CAMPAIGNS, campaign, UNKNOWN_TAGS } from '../testing/answers/campaigns.ts'
import { FUNNEL } from '../testing/answers/figures.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { CampaignEdit } from './campaign-edit.tsx'
import { Campaigns } from './campaigns.tsx'

const nothing = () => undefined
const CLOSED = {
  ...{ draft: null, created: null, setCreated: nothing },
  ...{ open: nothing, close: nothing, startWith: nothing },
}
const CARD = (
  <DraftProvider value={CLOSED}>
    <Campaigns />
  </DraftProvider>
)

const list = (given: Given = {}) => shown(CARD, { at: '/admin/campaigns', ...given })
const of = (campaigns: Campaign[], given: Given = {}) =>
  list({ ...given, answers: { campaigns, unknownTags: { ...UNKNOWN_TAGS, total: 0 } } })
const many = (count: number, given: Partial<Campaign> = {}) =>
  Array.from({ length: count }, (_, at) => campaign({ ...given, id: String(at), name: `Roofs ${at}` }))

test('each campaign is a row of a table under its totals', () => {
  expect(list()).toEqual([
    'Campaign Management',
    '2 campaigns 1 archived',
    '[Search campaigns]',
    '[Filter by state: *Not archived*, Active, Inactive, Archived]',
    "Every visit through a campaign's link is a click. A visitor is counted once, at the first visit through the link. “Change” compares the cost per qualified lead, or per lead if none qualified, with the earlier period. A cost per lead counts only leads from days with a known cost.",
    'Campaigns',
    '[Campaign] | [Status] | [Clicks] | [Conversions] | [Leads] | [Qualified] | [Cost] | [Per lead] | [Per qualified] | [Change] |',
    'Total of 2 campaigns 1,240 clicks · 43 leads · £15.01 per lead | | 1,240 | 63 | 43 | 20 | £615.50 | £15.01 | £36.21 | |',
    '[Spring Roofs Active 1,240 clicks · 41 leads · £15.01 per lead, closed] | Active | 1,240 | 62 | 41 | 17 | £615.50 | £15.01 | £36.21 | −10% | [Actions on Spring Roofs, closed]',
    '[Gutter Post Inactive 0 clicks · 2 leads · – per lead, closed] | Inactive | 0 | 1 | 2 | 3 | – | – | – | – | [Actions on Gutter Post, closed]',
    'Clicks without a campaign',
    '3 tags of clicked links belong to no campaign. The 2 with most clicks are shown.',
    'Spring-Roofs Google / Paid clicks (CPC)',
    'The tags have capitals in their names.',
    'Probably meant for Spring Roofs (spring_roofs): only capitals or punctuation differ. Correct the link where it is used.',
    '31 clicks, 5 conversions, last 28 Mar 2026, 09:15–09:30',
    '[Create Campaign for the 31 clicks of Spring-Roofs]',
    'flyer Direct mail / Print',
    'No campaign has a tag like this one.',
    '1 click, last 27 Mar 2026, 16:30–16:45',
    '[Create Campaign for the 1 click of flyer]',
  ])
})

test('the list names the leads without a campaign and the first counted day', () => {
  const funnel = {
    ...FUNNEL,
    range: { ...FUNNEL.range, from: '2025-12-01' },
    steps: FUNNEL.steps.map(step => (step.step === 'lead' ? { ...step, count: 53 } : step)),
  }
  const lines = (at: string) => list({ at, answers: { campaigns: [campaign()], funnel } }).join('\n')
  const leads =
    "12 leads of these days belong to no campaign in this list. The overview's cost per lead includes them."
  expect(lines('/admin/campaigns')).toContain(`Counting began on 5 Jan 2026. ${leads}`)
  expect(lines('/admin/campaigns?source=google')).not.toContain('of these days belong to no campaign')
})

/** Renders the list as the overview does, with every row open. */
const opened = (campaigns: Campaign[], given: Given = {}) =>
  shown(<ShortenLists value={3}>{CARD}</ShortenLists>, {
    ...given,
    answers: { campaigns, unknownTags: { ...UNKNOWN_TAGS, total: 0 } },
  })

test('an open row shows the tags, other figures, notes, link and state', () => {
  const lines = opened([campaign()])
  const [row] = lines.filter(line => line.startsWith('[Spring Roofs'))
  expect(row).toMatch(/, open\] \| Active \|/)
  for (const words of [
    'Google Ads · Paid search · 1 Mar 2026 · Search Ad',
    ...['Source: Google', 'Medium: Paid clicks (CPC)', 'Campaign: spring_roofs', 'Visitors: 1,011'],
    ...[
      'Rate: 5.0%',
      'Bounce rate: 32.3%',
      'Per click: £0.50',
      'Per trial: £68.39',
      'Per onboarding: £153.88',
    ],
    'Cost per qualified lead: £4.10 less than for 30 Jan – 28 Feb 2026. Costs of 1 – 30 Mar 2026. 2 days without a cost are left out: 5 – 6 Mar 2026.',
    'Ends in May.',
    '[Generated URL of Spring Roofs: https://www.example.com/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs]',
    '[Deactivate Spring Roofs]',
  ])
    expect(lines.join('\n')).toContain(words)
  const gutters = opened([campaign({ name: 'Gutters', cost: null, clicks: 0, isActive: false })]).join('\n')
  for (const words of [
    'No cost is known for these days. Costs from before counting began are left out.',
    'Rate: 0%',
    '[Activate Gutters]',
  ])
    expect(gutters).toContain(words)
})

test('an archived campaign is listed on request and cannot be activated', () => {
  const lines = list({ at: '/admin/campaigns?campaign-state=archived' })
  expect(lines.find(line => line.startsWith('[Winter Boilers'))).toContain('| Archived |')
  expect(lines.join()).not.toContain('Spring Roofs]')
})

test('the overview shows the first few campaigns and links to all', () => {
  const short = (given: Given) => shown(<ShortenLists value={1}>{CARD}</ShortenLists>, given)
  const lines = short({ at: '/admin?range=7' })
  expect(lines).toContain('[All 2 campaigns](/admin/campaigns?range=7)')
  expect(lines.join()).not.toMatch(/Gutter Post|Search campaigns/)
  expect(lines).toContain('2 campaigns 1 archived Counts of the last 7 days')
  expect(short({ answers: { campaigns: [campaign()] } }).join()).not.toContain('All 1')
  // An active search keeps its search box visible.
  expect(short({ at: '/admin?campaign-search=gutters' })).toContain('[Search campaigns: gutters]')
  expect(short({ at: '/admin?campaign-state=archived' })).toContain('[Search campaigns]')
})

test('the campaigns page loads fifty at a time', () => {
  expect(of(many(52)).at(-1)).toBe('[Show 2 more of 52 campaigns]')
  expect(of(many(50)).join()).not.toContain('more of')
  expect(of(many(12))[1]).toBe('12 campaigns')
})

test('no campaigns, no matches and a failed read show different texts', () => {
  expect(of([]).slice(1)).toEqual([
    '0 campaigns',
    'No campaigns created yet. Create your first campaign to start tracking.',
  ])
  expect(list({ at: '/admin/campaigns?campaign-search=lofts' })).toContain('No campaigns match.')
  expect(list({ failed: ['campaigns', 'unknownTags'] })).toEqual([
    'Campaign Management',
    'The campaigns could not be loaded. The server could not be reached.',
    '[Try again to load the campaigns]',
  ])
  expect(list({ waiting: 'all' })).toEqual(['Campaign Management', '(busy) Loading the campaigns'])
  expect(list({ outdated: ['campaigns'] })).toContain(
    'The campaigns shown may be out of date. The server could not be reached.',
  )
})

test('unavailable counts are not shown as zero', () => {
  const lines = opened([campaign({ clicks: null, visitors: null, conversions: null })])
  expect(lines).toContain(
    'Clicks, visitors and conversions cannot be counted at the moment. The links below still work.',
  )
  for (const label of ['Clicks', 'Visitors', 'Conversions', 'Rate'])
    expect(lines.join()).toContain(`${label}: –`)
  expect(lines.find(line => line.startsWith('Total'))).toContain('| | – | – | 41 |')
  expect(of([campaign()]).join()).not.toContain('cannot be counted')
})

test('a source filters the list, and the list names it', () => {
  const lines = list({ at: '/admin/campaigns?source=google' })
  expect(lines.find(line => line.startsWith('Only'))).toBe('Only campaigns with source Google.')
  expect(lines.join()).not.toContain('Gutter Post')
})

test('two or more links to another domain can be renewed together, except archived ones', () => {
  const elsewhere = { generatedUrl: 'https://old.example.com/?utm_source=google' }
  const away = campaign({ ...elsewhere, id: 'away', archivedAt: '2026-03-20T10:00:00.000Z' })
  const lines = of([...many(2, elsewhere), away])
  expect(lines).toContain('The links of 2 campaigns do not lead to https://www.example.com.')
  expect(lines).toContain('[Renew All 2 Links]')
  expect(of([...many(1, elsewhere), away]).join()).not.toContain('do not lead')
  expect(opened(many(1, elsewhere))).toContainEqual(expect.stringContaining('[Fix URL]'))
  expect(opened(many(2, elsewhere), { waiting: ['domainConfig'] }).join()).not.toMatch(/do not lead|Fix URL/)
})

test('one unknown tag is written in the singular, and none shows nothing', () => {
  const [tag] = UNKNOWN_TAGS.tags
  const lines = list({ answers: { unknownTags: { ...UNKNOWN_TAGS, total: 1, tags: tag ? [tag] : [] } } })
  expect(lines).toContain('1 tag of clicked links belongs to no campaign.')
  expect(of([campaign()]).join()).not.toContain('without a campaign')
})

test('without qualified leads the cost per lead is compared, and without an earlier cost nothing is', () => {
  const note = (given: Partial<Campaign>) =>
    /Per onboarding: \S+ (.*) Ends in May/.exec(
      opened([campaign({ daysWithoutCost: null, ...given })]).join(' '),
    )?.[1]
  expect(note({ costPerQualifiedLead: null })).toBe(
    'Cost per lead: £1.01 more than for 30 Jan – 28 Feb 2026. Costs of 1 – 30 Mar 2026.',
  )
  expect(note({ costPerQualifiedLead: 40.31 })).toBe(
    'Cost per qualified lead: as much as for 30 Jan – 28 Feb 2026. Costs of 1 – 30 Mar 2026.',
  )
  expect(note({ previousCost: null })).toBe('Costs of 1 – 30 Mar 2026.')
})

test('the edit form of a campaign opens over the list', () => {
  const edit = (id = '') => list({ at: `/admin/campaigns?campaign-edit=${id}` })
  expect(edit(CAMPAIGNS[0]?.id)).toContain('Edit Spring Roofs')
  const history = ['28 Mar 2026, 11:00 ben Changed the campaign (name: Roofs → Spring Roofs)']
  expect(edit(CAMPAIGNS[0]?.id)).toEqual(expect.arrayContaining(history))
  expect(edit('gone')).toContain('Campaign not found. Check the link for typos.')
  for (const id of [CAMPAIGNS[0]?.id, 'gone']) expect(edit(id).at(-1)).toBe('[Back to the list] [Close]')
  expect(shown(<CampaignEdit campaign={campaign()} onDone={() => undefined} />)).toEqual([
    'Campaign Name* []',
    'A new name changes neither the link nor its campaign value spring_roofs.',
    'Campaign Date* []',
    'Internal Notes (optional) []',
    '[Save Campaign] [Cancel]',
  ])
})
