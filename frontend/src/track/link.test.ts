import { LINK_FAULTS } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { isDamaged } from '../damaged.ts'
import { repairLink } from './link.ts'

/** As on the page, only a link with signs of damage is repaired. */
const read = (link: string) => {
  const [search = '', hash] = link.split('#')
  const { search: repaired, linkFaults } = isDamaged(link)
    ? repairLink(search, hash === undefined ? '' : `#${hash}`)
    : { search, linkFaults: [] }
  return {
    tags: Object.fromEntries([...new URLSearchParams(repaired)].filter(([key]) => key.startsWith('utm_'))),
    faults: linkFaults,
  }
}

const SPRING = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring sale' }
const [SOURCE, MEDIUM, CAMPAIGN] = ['utm_source=google', 'utm_medium=cpc', 'utm_campaign=spring+sale']

test.each([
  ['nothing', `?${SOURCE}&${MEDIUM}&${CAMPAIGN}`, []],
  ['ampersand', `?${SOURCE}&amp;${MEDIUM}&amp;${CAMPAIGN}`, ['ampersand']],
  ['ampersand twice', `?${SOURCE}&amp;amp;${MEDIUM}&${CAMPAIGN}`, ['ampersand']],
  ['question mark', `?${SOURCE}?${MEDIUM}&${CAMPAIGN}`, ['question_mark']],
  ['question mark of a platform', `?${SOURCE}&${MEDIUM}&${CAMPAIGN}?fbclid=IwAR1`, ['question_mark']],
  ['fragment', `#${SOURCE}&${MEDIUM}&${CAMPAIGN}`, ['fragment']],
  ['fragment with a path', `?a=1#!/offer?${SOURCE}&${MEDIUM}&${CAMPAIGN}`, ['fragment']],
  ['capitals', `?UTM_SOURCE=google&Utm_Medium=cpc&${CAMPAIGN}`, ['upper_case']],
  ['double encoding', `?${SOURCE}&${MEDIUM}&utm_campaign=spring%2520sale`, ['encoding']],
  [
    'tags encoded in a tag',
    '?utm_source=google%26utm_medium%3Dcpc%26utm_campaign%3Dspring+sale',
    ['encoding'],
  ],
  [
    'the whole query encoded',
    '?utm_source%3Dgoogle%26utm_medium%3Dcpc%26utm_campaign%3Dspring%20sale',
    ['encoding'],
  ],
  ['a repeated value', `?${SOURCE}&${MEDIUM}&${CAMPAIGN}&utm_source=google`, []],
  ['another value', `?${SOURCE}&${MEDIUM}&${CAMPAIGN}&utm_source=bing`, ['repeated']],
])('a damaged link is repaired: %s', (_, link, faults) => {
  expect(read(link)).toEqual({ tags: SPRING, faults })
})

test.each([
  '{campaignid}',
  '%7Bcampaignid%7D',
  '{{campaign.name}}',
  'brand-{matchtype}',
  '{ifmobile:m}',
  '[keyword]',
  '__CAMPAIGN_NAME__',
  '*|CAMPAIGN_UID|*',
  '%25%25campaign%25%25',
])('%s is an unreplaced macro and no value', value => {
  expect(read(`?utm_campaign=${value}`)).toEqual({ tags: { utm_campaign: '' }, faults: ['macro'] })
})

test.each([
  ['100%25', '100%'],
  ['who?', 'who?'],
  ['a=b', 'a=b'],
  ['[Brand] Search', '[Brand] Search'],
  ['c%2B%2B', 'c++'],
  ['%E9t%E9', '\ufffdt\ufffd'],
  ['50%25%20off', '50% off'],
])('the value %s is read as %s', (value, left) => {
  expect(read(`?utm_campaign=${value}`)).toEqual({ tags: { utm_campaign: left }, faults: [] })
})

test('tags inside a nested address belong to that address', () => {
  const next = encodeURIComponent('https://other.example/?utm_source=a&utm_medium=b')
  expect(read(`?next=${next}`)).toEqual({ tags: {}, faults: [] })
})

test('links of any text are parsed without errors', () => {
  const pieces = [
    '?',
    '&',
    '#',
    '%',
    '%25',
    'utm_source',
    'UTM_TERM',
    '=',
    '{',
    '&amp;',
    '%26',
    '%3D',
    '\0',
    '\ud800',
  ]
  let seed = 7
  for (let round = 0; round < 2_000; round++) {
    const link = Array.from({ length: 30 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return pieces[seed % pieces.length]
    }).join('')
    const { search, linkFaults } = repairLink(link, link)
    expect(search).toMatch(/^\?[\w%.*+=&-]*$/)
    expect(LINK_FAULTS).toEqual(expect.arrayContaining(linkFaults))
  }
})

test('a repaired link keeps other parameters, except a macro as click id', () => {
  expect(repairLink('?a=1&amp;gclid=T1&amp;utm_source=google', '#gbraid=B1').search).toBe(
    '?a=1&gclid=T1&utm_source=google&gbraid=B1',
  )
  expect(repairLink('?gclid={gclid}&utm_source=google', '').search).toBe('?utm_source=google')
})

test('an intact link does not load the repair', () => {
  for (const link of [
    '',
    '?utm_source=google&utm_campaign=%C3%A9t%C3%A9+a',
    '?gclid=EAIaIQ-aB_c&gad_source=1',
    '#pricing',
  ])
    expect(isDamaged(link)).toBe(false)
})
