import { describe, expect, test } from 'vitest'
import { findColumns } from './headings.ts'

const found = (headings: string) => findColumns(headings.split('|'))

describe('the headings of each platform are found, regardless of case and punctuation', () => {
  test.each([
    ['Campaign|Day|Cost', 'Google Ads', [0, 1, 2]],
    ['day|COST |campaign', 'Google Ads', [2, 0, 1]],
    ['Gregorian date|Campaign name|Spend', 'Microsoft Advertising', [1, 0, 2]],
    ['TimePeriod|CampaignName|Spend', 'Microsoft Advertising', [1, 0, 2]],
    ['Campaign name|Day|Amount spent (GBP)', 'Meta Ads', [0, 1, 2]],
    ['Campaign name|Reporting starts|Amount_spent', 'Meta Ads', [0, 1, 2]],
    ['Date|Campaign|Cost', 'table', [1, 0, 2]],
    ['Reporting starts|Date|Campaign|Campaign name|Spend|Cost', 'table', [2, 1, 5]],
  ])('%s', (headings, format, [campaign, day, cost]) => {
    expect(found(headings)).toMatchObject({ format, campaign, day, cost, twice: [] })
  })
  test.each([
    'Campaign|Day',
    'Campaign|Cost',
    'Day|Cost',
    '',
    'Campaign|Day|Price',
    'Campaign|Day|Cost (gbp)',
  ])('%j is not a row of headings', headings => expect(found(headings)).toBeUndefined())
})

test('optional headings are found too, the more exact one first', () => {
  const all = 'Campaign|Day|Cost|Clicks (all)|Link clicks|Currency|Currency code|Reporting ends'
  expect(found(all)).toMatchObject({ clicks: 4, currency: 6, ends: undefined, headings: all.split('|') })
  expect(found('Campaign|Date|Cost|Reporting ends')).toMatchObject({ ends: 3 })
  expect(found(`${all}|Clicks`)).toMatchObject({ clicks: 8 })
  expect(found('Campaign|Day|Cost|Clicks (all)|Currency')).toMatchObject({ clicks: 3, currency: 4 })
  expect(found('Campaign|Day|Cost')).toMatchObject({
    clicks: undefined,
    currency: undefined,
    ends: undefined,
  })
})

test.each([
  ['Cost', undefined],
  ['Cost (GBP)', 'GBP'],
  ['Cost(EUR)', 'EUR'],
])('%s is in %s', (cost, costIn) => {
  expect(found(`Campaign|Day|${cost}`)).toMatchObject({ cost: 2, costIn })
})

test.each([
  ['Campaign|Day|Cost|Amount', []],
  ['Campaign|Day|Cost|cost', ['Cost']],
  ['Campaign|Day|Cost|Cost (USD)', ['Cost']],
  ['Campaign|Day|Cost|campaign|DAY', ['Campaign', 'Day']],
  ['Campaign|Day|Cost|Clicks|Clicks|Currency|Currency', ['Clicks', 'Currency']],
  ['Campaign|Day|Cost|CTR|CTR', []],
])('of %s twice are %j', (headings, twice) => {
  expect(found(headings)?.twice).toEqual(twice)
})
