import { expect, test } from 'vitest'
import { BATCHES, campaign, SPEND } from '../testing/answers/campaigns.ts'
import { SESSION } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { working } from '../testing/writing.ts'
import { useUndo } from './batches.tsx'
import { Costs } from './costs.tsx'

/** The table shows the week of 23 March, whose Sunday is today. */
const table = (given: Parameters<typeof shown>[1] = {}) => shown(<Costs />, given)
const rowOf = (lines: string[], name: string) => lines.find(line => line.startsWith(name))

test('the table shows costs by campaign and day with their sums', () => {
  const cells = (name: string, costs: Record<number, string>) =>
    [23, 24, 25, 26, 27, 28, 29]
      .map(day => `[Cost of ${name} on ${day} Mar 2026${costs[day] ? `: ${costs[day]}` : ''}]`)
      .join(' | ')
  expect(table()).toEqual([
    ...['Advertising costs', 'By campaign and day, to calculate the cost per lead'],
    ...['[Import a report, closed]', '[The week before]', '23 – 29 Mar 2026', '[The week after, disabled]'],
    ...['[Week of]', '[Find a campaign]', 'Costs by campaign and day'],
    'Campaign | Mon 23 | Tue 24 | Wed 25 | Thu 26 | Fri 27 | Sat 28 | Sun 29 | Week',
    `Gutter Post | ${cells('Gutter Post', { 27: '12.50' })} | £12.50`,
    `Spring Roofs | ${cells('Spring Roofs', { 28: '48.20' })} | £48.20`,
    'Total of 2 campaigns | – | – | – | – | £12.50 | £48.20 | – | £60.70',
    'Type a cost and press Enter, or press Escape to cancel. Clear a cell to remove its cost. If a typed cost replaced an imported one, removing it restores the imported cost.',
    ...['Imports', 'Imports of costs', 'When | Who | File | Costs | Undo'],
    '28 Mar 2026, 10:00 | ada | march.csv (Google Ads) | 12 | [Undo the import of march.csv (Google Ads), 28 Mar 2026, 10:00]',
    '27 Mar 2026, 10:00 | ada | Pasted rows | 3 | Undone by ben',
  ])
})

test('costs are requested for the chosen week and campaign', () => {
  const asked: unknown[] = []
  const spend = ({ query }: { query: unknown }) => {
    asked.push(query)
    return SPEND
  }
  table({ at: '/admin/campaigns?campaign=gutters&costs-on=2026-02-28', answers: { spend } })
  expect(asked).toEqual([{ campaign: 'gutters', from: '2026-02-23', to: '2026-03-01', limit: '5000' }])
})

test('without a chosen week, the table shows the last week of the days in the header', () => {
  const weekOf = (days: string) =>
    table({ at: `/admin/campaigns?${days}` }).find(line => / – .* 2026$/.test(line))
  expect(weekOf('from=2026-02-01&to=2026-02-28')).toBe('23 Feb – 1 Mar 2026')
  expect(weekOf('from=2026-02-01&to=2026-12-31')).toBe('23 – 29 Mar 2026')
  expect(weekOf('from=2026-02-01&to=2026-02-28&costs-on=2026-03-03')).toBe('2 – 8 Mar 2026')
})

test('campaigns are sorted as people count, Roofs 2 before Roofs 10', () => {
  const campaigns = ['Roofs 10', 'Roofs 2'].map(name => campaign({ id: name, name, utmCampaign: name }))
  const lines = table({ answers: { campaigns, spend: { ...SPEND, entries: [] } } })
  expect(lines.flatMap(line => /^Roofs \d+/.exec(line) ?? [])).toEqual(['Roofs 2', 'Roofs 10'])
})

test('campaigns with the same utm_campaign have a row each, and unmatched costs have their own row', () => {
  const [first] = SPEND.entries
  if (!first) throw new Error('There is no cost')
  const twins = ['google', 'bing'].map(utmSource => campaign({ id: utmSource, utmSource }))
  const entries = [first, { ...first, utmSource: 'bing', utmMedium: 'cpc', cost: 2 }]
  const lines = table({ answers: { campaigns: twins, spend: { ...SPEND, entries } } })
  expect(rowOf(lines, 'Spring Roofs (bing')).toContain('£2.00')
  expect(rowOf(lines, 'Spring Roofs (google')).toMatch(/\| –$/)
  expect(rowOf(lines, 'spring_roofs (no campaign)')).toContain('£48.20')
})

test('a source filter shows the campaigns of this source and hides unmatched costs', () => {
  const [first] = SPEND.entries
  if (!first) throw new Error('There is no cost')
  const twins = ['google', 'bing'].map(utmSource => campaign({ id: utmSource, utmSource }))
  const entries = [first, { ...first, utmSource: 'bing', utmMedium: 'cpc', cost: 2 }]
  const lines = table({
    at: '/admin/campaigns?source=google',
    answers: { campaigns: twins, spend: { ...SPEND, entries } },
  })
  expect(lines.filter(line => /^spring roofs/i.test(line))).toEqual([
    expect.stringContaining('Spring Roofs (google / cpc)'),
  ])
})

test('a search filters the campaigns, and a failed read says so', () => {
  const lines = table({ at: '/admin/campaigns?costs-search=gutter' })
  expect(rowOf(lines, 'Spring Roofs')).toBeUndefined()
  expect(rowOf(lines, 'Gutter Post')).toContain('£12.50')
  expect(table({ at: '/admin/campaigns?costs-search=lofts' })).toContain('No campaigns match.')
  expect(table({ failed: ['spend'] })).toContain(
    'The costs could not be loaded. The server could not be reached.',
  )
})

test('a viewer sees costs and no imports', () => {
  const lines = table({ answers: { session: { ...SESSION, role: 'viewer' } } })
  expect(rowOf(lines, 'Gutter Post')).toContain('£12.50')
  expect(lines.join()).not.toMatch(/Imports|Import a report/)
})

test('undoing an import needs confirmation and reports the costs that it did not restore', async () => {
  const [batch] = BATCHES.batches
  if (!batch) throw new Error('There is no import')
  const { hook, sent, asked, told } = working(() => useUndo(batch), { answer: { restored: 11, kept: 1 } })
  hook.run()
  await expect.poll(told).toBe('Import undone: 11 costs are as before. 1 cost was changed since and stays.')
  expect(sent[0]).toBe(`POST /api/admin/spend/batches/${batch.id}/undo {}`)
  expect(asked).toEqual([
    'Undo the import of march.csv (Google Ads)? Its 12 costs return to their earlier values, except those that have changed since.',
  ])
  const other = working(() => useUndo(batch), { means: false })
  other.hook.run()
  expect(other.sent).toEqual([])
})
