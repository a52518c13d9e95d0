import { expect, test } from 'vitest'
import { CAMPAIGNS, UNKNOWN_TAGS } from '../testing/answers/campaigns.ts'
import { ANALYTICS, FUNNEL } from '../testing/answers/figures.ts'
import { found } from '../testing/shown.tsx'
import { useConfiguredDomain } from './configured-domain.ts'
import { useCampaigns, useDays, useFunnel, useTraffic } from './figures.ts'
import { useRead } from './use-read.ts'

const AT =
  '/admin?from=2026-03-01&to=2026-03-09&source=google&campaign=roofs&channel=Paid+search&referringSite=google.com&keyword=drains&ad=a-1&page=%2Fv2&device=mobile&variant=v2&suspicious=with'
const NARROWED = {
  source: 'google',
  campaign: 'roofs',
  channel: 'Paid search',
  referringSite: 'google.com',
  keyword: 'drains',
  ad: 'a-1',
  page: '/v2',
  device: 'mobile',
  variant: 'v2',
  suspicious: 'with',
}
const DAYS = { from: '2026-03-01', to: '2026-03-09' }

test('figures are asked for of the days and what narrows them', () => {
  const asked: [string, unknown][] = []
  const telling =
    <T>(name: string, answer: T) =>
    ({ query }: { query: unknown }) => {
      asked.push([name, query])
      return answer
    }
  const answers = {
    analytics: telling('analytics', ANALYTICS),
    funnel: telling('funnel', FUNNEL),
    unknownTags: telling('unknownTags', UNKNOWN_TAGS),
    campaigns: telling('campaigns', CAMPAIGNS),
  }
  const read = () => [useTraffic('analytics'), useFunnel(), useDays('unknownTags'), useCampaigns()]
  found(read, { at: AT, answers })
  expect(asked).toEqual([
    ['analytics', { ...DAYS, ...NARROWED }],
    ['funnel', { ...DAYS, ...NARROWED }],
    ['unknownTags', DAYS],
    ['campaigns', { ...DAYS, archived: 'include' }],
  ])
})

test('the domain is what the server has, until then what this browser last knew', () => {
  const stored = { utm_domain_config: 'https://before.example.com' }
  expect(found(useConfiguredDomain, { stored })).toBe('https://www.example.com')
  expect(found(useConfiguredDomain, { stored, waiting: 'all' })).toBe('https://before.example.com')
  expect(found(useConfiguredDomain, { waiting: 'all' })).toBeNull()
})

test('what nobody knows how to ask yet is not asked', () => {
  const isAsked = (asked: object | null) => found(() => useRead('plan', asked), { waiting: 'all' }).isFetching
  expect([isAsked(null), isAsked({ id: 'landingPage' })]).toEqual([false, true])
})
