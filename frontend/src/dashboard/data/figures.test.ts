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

test('figures are requested with the chosen days and filters', () => {
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
    ['analytics', { ...DAYS, ...NARROWED, lists: 'none' }],
    ['funnel', { ...DAYS, ...NARROWED }],
    ['unknownTags', DAYS],
    ['campaigns', { ...DAYS, archived: 'include' }],
  ])
})

test('the domain comes from the server, and before that from the browser’s storage', () => {
  const stored = { utm_domain_config: 'https://before.example.com' }
  expect(found(useConfiguredDomain, { stored })).toBe('https://www.example.com')
  expect(found(useConfiguredDomain, { stored, waiting: 'all' })).toBe('https://before.example.com')
  expect(found(useConfiguredDomain, { waiting: 'all' })).toBeNull()
})

test('a read without parameters is not requested', () => {
  const isAsked = (asked: object | null) => found(() => useRead('plan', asked), { waiting: 'all' }).isFetching
  expect([isAsked(null), isAsked({ id: 'landingPage' })]).toEqual([false, true])
})
