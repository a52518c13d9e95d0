import type { ImportAnswer } from '@firsttouch/api/contract/costs/spend'
import { expect, test } from 'vitest'
import { CAMPAIGNS } from '../../testing/answers/campaigns.ts'
import { shown } from '../../testing/shown.tsx'
import { ImportCosts, ImportPreview } from './import-costs.tsx'
import { storedWords } from './use-import.ts'

const NO_TAGS = { utmSource: '', utmMedium: '' }
const ANSWER: ImportAnswer = {
  ...{
    stored: false,
    format: 'Google Ads',
    source: { platform: 'Google Ads', account: null },
    currency: 'GBP',
    range: { from: '2026-03-01', to: '2026-03-07' },
  },
  columns: { campaign: 'Campaign', day: 'Day', cost: 'Spend', clicks: 'Clicks', currency: 'Currency code' },
  rows: 54,
  leftOut: [
    { reason: 'a sum', rows: 1, lines: [60] },
    { reason: 'no cost', rows: 9, lines: [12, 13] },
  ],
  ...{ problems: [], moreProblems: 0, asksForDates: false, sheet: null, questions: [], moreQuestions: 0 },
  source: { platform: 'Google Ads', account: null },
  campaigns: [
    {
      name: 'Roofs UK',
      utmCampaign: 'spring_roofs',
      ...NO_TAGS,
      by: 'name',
      rows: 30,
      days: 7,
      cost: 310.5,
      clicks: 600,
    },
    {
      name: 'Old one',
      utmCampaign: null,
      ...NO_TAGS,
      by: 'left_out',
      rows: 4,
      days: 3,
      cost: 12,
      clicks: 30,
    },
  ],
  changes: { added: 5, changed: 2, unchanged: 3 },
  ...{ known: [], moreKnown: 0 },
}
const UNKNOWN = {
  name: 'Lofts',
  utmCampaign: null,
  ...NO_TAGS,
  by: 'unknown',
  rows: 2,
  days: 1,
  cost: 4,
  clicks: 9,
} as const
const problem = (line: number | null) => ({ line, field: 'Spend', message: 'is no amount' })

const preview = (given: Partial<ImportAnswer> = {}, isWorking = false) => {
  const answer = { ...ANSWER, ...given }
  const nothing = () => undefined
  const report = {
    ...{
      report: null,
      answer,
      isWorking,
      open: nothing,
      readAgain: nothing,
      choose: nothing,
      store: nothing,
      confirm: nothing,
    },
  }
  return shown(<ImportPreview answer={answer} campaigns={CAMPAIGNS} report={report} />)
}

test('the preview shows the report’s format, its campaigns and the costs to store', () => {
  expect(preview()).toEqual([
    'A report from Google Ads: 54 rows, 1 – 7 Mar 2026. Campaign column: Campaign. Day column: Day. Cost column: Spend. Clicks column: Clicks.',
    'Left out: a sum (line 60); no cost (lines 12, 13 and others).',
    'Campaigns of the report',
    'In the report | Campaign in Firsttouch | Days | Cost',
    'Roofs UK | [Campaign for “Roofs UK” in the report: Gutter Post, *Spring Roofs*, Winter Boilers, None: leave it out] | 7 | £310.50',
    'Old one | [Campaign for “Old one” in the report: Gutter Post, Spring Roofs, Winter Boilers, *None: leave it out*] | 3 | £12.00',
    '[Store 7 costs]',
    '5 costs new, 2 corrected, 3 already stored.',
  ])
})

const replaced = (day: number) => `${day} Mar, Spring Roofs: £60.00 (Google Ads) becomes £20.00 (Google Ads)`

test('the preview lists known costs with both amounts, and a report without new costs can be stored', () => {
  const none = { added: 0, changed: 0, unchanged: 1 }
  const lines = preview({ known: [replaced(1)], changes: none })
  expect(lines.slice(-4, -1)).toEqual([
    '1 day already had another cost',
    '1 Mar, Spring Roofs: £60.00 (Google Ads) becomes £20.00 (Google Ads)',
    '[Store 0 costs]',
  ])
  const many = preview({ known: [1, 2, 3, 4, 5, 6, 7, 8, 9].map(replaced), moreKnown: 3 })
  expect(many.slice(-4, -2)).toEqual([replaced(8), 'And 4 more.'])
})

test('an unknown format is shown as a table without its missing parts', () => {
  const lines = preview({
    ...{ format: 'table', range: null, rows: 1, leftOut: [] },
    columns: { ...ANSWER.columns, clicks: null },
  })
  expect(lines[0]).toBe('A table: 1 row. Campaign column: Campaign. Day column: Day. Cost column: Spend.')
  expect(lines.join()).not.toContain('Left out:')
})

test('unknown names must be matched first', () => {
  const one = preview({ campaigns: [UNKNOWN] })
  expect(one.find(line => line.startsWith('Lofts'))).toContain('*Choose a campaign*')
  expect(one.find(line => line.startsWith('Lofts'))).toMatch(/, wrong\] \| 1 \| £4\.00$/)
  expect(one.slice(-2)).toEqual(['[Store 7 costs, disabled]', 'First choose a campaign for the marked name.'])
  const two = preview({ campaigns: [UNKNOWN, { ...UNKNOWN, name: 'Gutters' }] })
  expect(two.at(-1)).toBe('First choose a campaign for the 2 marked names.')
})

test('a report with a problem is not stored', () => {
  const lines = preview({ problems: [problem(7), problem(null)], moreProblems: 1, asksForDates: true })
  expect(lines.slice(2, 7)).toEqual([
    ...['3 problems', 'Line 7, Spend is no amount.', 'Spend is no amount.'],
    ...['[Day first (31/12)] [Month first (12/31)]', 'Campaigns of the report'],
  ])
  expect(lines.slice(-2)).toEqual([
    '[Store 7 costs, disabled]',
    'Fix the problems first. A report with problems cannot be stored.',
  ])
  const many = preview({ problems: Array.from({ length: 9 }, (_, at) => problem(at + 1)), moreProblems: 20 })
  expect(many.slice(2, 4)).toEqual(['29 problems', 'Line 1, Spend is no amount.'])
  expect(many[11]).toBe('And 21 more.')
  expect(many.join()).not.toContain('Comes First')
})

test('staff choose the columns of unknown headings above the first rows', () => {
  const lines = preview({
    columns: { campaign: '', day: '', cost: '', clicks: null, currency: null },
    ...{ problems: [problem(null)], campaigns: [] },
    sheet: { headings: ['Dato', 'Navn', 'Beløb'], rows: [['01.11.2026', 'Drains', '1,50']] },
  })
  expect(lines).toContain('Which column is which? The next file with these headings is read in the same way.')
  expect(lines.join('\n')).toContain('Cost [*Choose a column*, Dato, Navn, Beløb]')
  expect(lines).toContain('01.11.2026 | Drains | 1,50')
  expect(lines).toContain('[Read the columns, disabled]')
  expect(lines.join('\n')).not.toContain('problem(')
})

test('chosen columns can be changed', () => {
  const lines = preview({ sheet: { headings: ['Day', 'Campaign', 'Spend'], rows: [] } })
  expect(lines.join('\n')).toContain('Day [Choose a column, *Day*, Campaign, Spend]')
  expect(lines).toContain('[Read the columns]')
})

test('unusual costs must be confirmed before storing', () => {
  const question = { about: 'day', campaign: 'Roofs', day: '2026-03-02', message: 'costs £90.00' } as const
  const lines = preview({ questions: [question], moreQuestions: 9 })
  expect(lines).toContain('10 questions')
  expect(lines).toContain('Roofs on 2 Mar 2026 costs £90.00.')
  expect(lines.join('\n')).not.toContain('Divide by a million')
  expect(lines.slice(-2)).toEqual(['[Store 7 costs, disabled]', 'Answer the questions first.'])
  const millionths = preview({ questions: [{ ...question, about: 'millionths' }] })
  expect(millionths.join('\n')).toContain('[Divide by a million]')
})

test('storing is disabled without new costs and while the report is read', () => {
  const lines = preview({ changes: { added: 0, changed: 0, unchanged: 4 } })
  expect(lines.slice(-2)).toEqual([
    '[Store 0 costs, disabled]',
    'All 4 costs are already stored: nothing changes.',
  ])
  expect(preview({}, true).at(-2)).toBe('[Store 7 costs, disabled]')
})

test.each([
  [{ added: 54, changed: 2, unchanged: 3 }, '54 costs new, 2 corrected, 3 already stored.'],
  [{ added: 1, changed: 0, unchanged: 0 }, '1 cost new.'],
  [{ added: 0, changed: 1, unchanged: 0 }, '1 corrected.'],
  [{ added: 0, changed: 0, unchanged: 1 }, '1 cost is already stored: nothing changes.'],
  [{ added: 0, changed: 0, unchanged: 0 }, 'Nothing to store.'],
])('the changes %j are worded as %j', (changes, words) => {
  expect(storedWords(changes)).toBe(words)
})

test('a report comes as a file', () => {
  expect(shown(<ImportCosts campaigns={CAMPAIGNS} onDone={() => undefined} />)).toEqual([
    'Report as CSV or Excel []',
    'By campaign and day, as downloaded from Google Ads, Microsoft Advertising, Meta, LinkedIn, TikTok and others.',
    '[Cancel]',
  ])
})
