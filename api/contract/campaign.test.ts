import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { campaignPatch, campaignRequest, campaignsQuery, renewRequest } from './campaign.ts'
import { adTags, campaignUrl, campaignValue, leadsTo } from './campaign-link.ts'

const issues = (schema: z.ZodType, sent: unknown) =>
  schema.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

const names: { input: string; right: string; source: string }[] = JSON.parse(
  readFileSync(new URL('../../infra/rigs/inputs/campaign-values.json', import.meta.url), 'utf8'),
)

test.each(names)('the campaign value of $input is $right', ({ input, right }) =>
  expect(campaignValue(input)).toBe(right),
)

test('a link holds only non-empty parameters, after a single slash', () => {
  const utm = { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'spring' }
  expect(campaignUrl('https://x.test/', utm)).toBe(
    'https://x.test/?utm_source=google&utm_medium=cpc&utm_campaign=spring',
  )
  expect(campaignUrl('https://x.test', { ...utm, utmContent: 'a b', utmTerm: 'roof' })).toBe(
    'https://x.test/?utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_content=a+b&utm_term=roof',
  )
})

const GOOGLE = { utmSource: 'google', utmMedium: 'cpc', utmCampaign: 'spring' }

test.each([
  ['{keyword}', '{keyword}'],
  ['{matchtype}_{device}', '{matchtype}_{device}'],
  ['{ifmobile:m}', '{ifmobile:m}'],
  ['{{ad.name}}', '{{ad.name}}'],
  ['a b {keyword}&c', 'a+b+{keyword}%26c'],
  ['{', '%7B'],
  ['{a b}', '%7Ba+b%7D'],
])('the term %s is written as %s, which the platform replaces', (utmTerm, written) => {
  const url = campaignUrl('https://x.test', { ...GOOGLE, utmTerm })
  expect(url).toBe(`https://x.test/?utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_term=${written}`)
  expect(campaignRequest.shape.generatedUrl.parse(url)).toBe(url)
  expect(new URL(url).searchParams.get('utm_term')).toBe(utmTerm)
})

test('a platform gets its own macros for tags that the campaign leaves empty', () => {
  const suffix =
    'utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_content={creative}&utm_term={keyword}'
  expect(adTags({ ...GOOGLE, utmContent: '' })).toEqual([
    { label: 'Final URL suffix', value: suffix },
    { label: 'Tracking template', value: `{lpurl}?${suffix}` },
  ])
  expect(adTags({ ...GOOGLE, utmContent: 'text_ad', utmTerm: 'roof' })[0]?.value).toBe(
    'utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_content=text_ad&utm_term=roof',
  )
  expect(adTags({ ...GOOGLE, utmSource: 'facebook' })).toEqual([
    {
      label: 'URL parameters',
      value:
        'utm_source=facebook&utm_medium=cpc&utm_campaign=spring&utm_content={{ad.name}}&utm_term={{adset.name}}',
    },
  ])
  expect(adTags({ ...GOOGLE, utmSource: 'email' })).toEqual([
    { label: 'URL parameters', value: 'utm_source=email&utm_medium=cpc&utm_campaign=spring' },
  ])
})

test.each([
  ['https://x.test', true],
  ['https://x.test/', true],
  ['https://x.test?a', true],
  ['https://x.test#a', true],
  ['https://x.test.evil.org/', false],
  ['https://x.test:8080/', false],
  ['https://other.test/https://x.test', false],
])('%s leads to https://x.test: %j', (link, does) => expect(leadsTo('https://x.test', link)).toBe(does))

describe('a campaign', () => {
  const sent = {
    name: 'Spring',
    date: '2026-01-31',
    platform: 'Google Ads',
    utmSource: 'google',
    utmMedium: 'cpc',
  }

  test('a campaign needs five fields, and the others default to empty', () => {
    expect(campaignRequest.parse(sent)).toEqual({
      ...sent,
      ...{ utmContent: '', utmTerm: '', adAssetDescription: '', notes: '', adoptTag: '', generatedUrl: '' },
    })
    expect(issues(campaignRequest, {}).map(([path]) => path)).toEqual(Object.keys(sent))
  })

  test.each([
    [{ name: '!!!' }, 'name', 'Campaign Name needs at least one letter or digit'],
    [{ name: 'x'.repeat(256) }, 'name', 'Please use at most 255 characters'],
    [{ name: { $ne: 1 } }, 'name', expect.any(String)],
    [{ date: '2026-02-30' }, 'date', 'Date must be a day such as 2026-01-31'],
    [{ date: '0000-01-01' }, 'date', 'Date must be a day such as 2026-01-31'],
    [{ generatedUrl: 'http://x.test' }, 'generatedUrl', expect.stringMatching(/^Generated URL must be/)],
  ])('a campaign with %j is refused', (wrong, path, message) => {
    expect(issues(campaignRequest, { ...sent, ...wrong })).toEqual([[path, message]])
  })

  test('a campaign may begin in the year 1', () => {
    expect(issues(campaignRequest, { ...sent, date: '0001-01-01' })).toEqual([])
  })

  test.each([
    [{ notes: '' }, []],
    [{ isActive: true, archived: false, version: 3 }, []],
    [{ isActive: false, archived: true }, []],
    [{}, [['', 'Send name, date, notes, isActive, generatedUrl or archived']]],
    [{ version: 3 }, [['', 'Send name, date, notes, isActive, generatedUrl or archived']]],
    [{ isActive: true, archived: true }, [['isActive', 'A campaign cannot be both archived and active']]],
    [{ isActive: 'yes' }, [['isActive', 'isActive must be true or false']]],
    [{ notes: 'x'.repeat(5_001) }, [['notes', expect.any(String)]]],
    [{ archived: 1 }, [['archived', 'archived must be true or false']]],
    [
      { name: '' },
      [
        ['name', 'Campaign Name is required'],
        ['name', expect.any(String)],
      ],
    ],
  ])('a campaign changed by %j is refused at %j', (patch, expected) => {
    expect(issues(campaignPatch, patch)).toEqual(expected)
  })

  test('an empty change of a campaign is refused', () => {
    expect(campaignPatch.safeParse({ name: undefined, version: 1 }).success).toBe(false)
  })

  test('a change without notes leaves the notes unchanged', () => {
    expect(campaignPatch.parse({ name: 'A' })).toEqual({ name: 'A' })
  })
})

test('the list leaves out archived campaigns by default, and its period follows the rules', () => {
  expect(campaignsQuery.parse({})).toEqual({ archived: 'exclude' })
  expect(issues(campaignsQuery, { archived: 'all' })).toEqual([
    ['archived', 'Archived must be "exclude", "include" or "only"'],
  ])
  expect(issues(campaignsQuery, { to: '2026-01-31' })).toHaveLength(1)
})

test.each([
  [{ expectedCount: 1 }, 0],
  [{ expectedCount: 0 }, 1],
  [{ expectedCount: 1.5 }, 1],
  [{ expectedCount: 1, more: true }, 1],
  [{}, 1],
])('renewing links with %j has %i problems', (sent, count) =>
  expect(renewRequest.safeParse(sent).error?.issues ?? []).toHaveLength(count),
)
