import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/system.ts'
import { until } from '../testing/until.ts'

let dataDir: string
let system: TestSystem
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-system-'))
  system = await startTestSystem({ dataDir })
})
afterAll(async () => {
  await system.close()
  await rm(dataDir, { recursive: true, force: true })
})

const sessionId = 'utm_1772366400000_story'
const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring_roofs' }
const events = [
  { type: 'visit', id: v7(), sessionId, ...utm, pagePath: '/' },
  { type: 'ab_test', id: v7(), sessionId, testName: 'landingPage', variant: 'v2', event: 'variant_assigned' },
  { type: 'conversion', id: v7(), sessionId, conversionType: 'button_click', firstTouchUtm: utm },
]

const summary = () => system.get<AnalyticsSummary>('/api/admin/analytics')
const spring = async () =>
  (await system.get<Campaign[]>('/api/admin/campaigns')).find(
    campaign => campaign.utmCampaign === 'spring_roofs',
  )
const v2 = async () =>
  (await system.get<AbTestStats>('/api/admin/ab-testing-stats')).testStats.find(row => row.variant === 'v2')

describe('one after the other', { shuffle: false }, () => {
  test('a visit and a conversion appear in the summary, the campaign and the A/B test within seconds', async () => {
    const campaign = {
      name: 'Spring Roofs',
      date: '2026-03-01',
      platform: 'Google Ads',
      utmSource: 'google',
      utmMedium: 'cpc',
    }
    const cookie = await system.login()
    const created = await system.post(
      '/api/admin/campaigns',
      { ...campaign, generatedUrl: `${system.url}/` },
      { cookie },
    )
    expect(created.status).toBeLessThan(300)

    const answer = await system.post('/api/analytics/batch', { events })
    expect(answer.status).toBe(202)
    await until(async () => (await v2())?.converters === 1, 20_000)

    expect(await summary()).toMatchObject({ totalVisits: 1, totalConversions: 1, conversionRate: 100 })
    expect(await spring()).toMatchObject({ clicks: 1, visitors: 1, conversions: 1 })
    expect(await v2()).toMatchObject({ visitors: 1, converters: 1, conversionRate: 100 })
  })

  test('the same events posted again change nothing', async () => {
    const before = await summary()
    for (let i = 0; i < 3; i++)
      expect((await system.post('/api/analytics/batch', { events })).status).toBe(202)
    await system.post('/api/analytics/visit', { sessionId: 'utm_2_other', pagePath: '/' })
    await until(async () => (await summary()).totalVisits === before.totalVisits + 1, 20_000)
    expect((await summary()).totalConversions).toBe(before.totalConversions)
    expect(await spring()).toMatchObject({ clicks: 1, visitors: 1, conversions: 1 })
  })

  test('an id that another session sends too is a different event, and the conversion of a form counts once', async () => {
    const duplicatesOf = async (accepted: number) => {
      const total = async () => (await system.get<PipelineAccounting>('/api/admin/pipeline')).total
      await until(async () => {
        const now = await system.get<PipelineAccounting>('/api/admin/pipeline')
        return now.inFlight === 0 && now.total.accepted === accepted
      }, 20_000)
      return (await total()).duplicates
    }
    // 13 events were sent so far: three events four times, and a visit. Three times three are duplicates.
    expect(await duplicatesOf(13)).toBe(9)
    const { totalVisits, totalConversions } = await summary()
    const [visit] = events
    await system.post('/api/analytics/batch', { events: [{ ...visit, sessionId: 'utm_4_claims' }] })
    const id = v7()
    const form = { name: 'Ada', email: 'ada@example.com', message: 'Hello', source: 'contact_form' }
    const answer = await system.post('/api/contact', form, { 'x-session-id': sessionId, 'x-event-id': id })
    expect(answer.status).toBe(200)
    const twin = { id, sessionId, conversionType: 'form_submission', formType: 'contact_form' }
    const single = await system.post('/api/analytics/conversion', twin)
    expect([single.status, await single.json()]).toEqual([202, { id }])
    // The claimed visit, the form's conversion and its copy.
    expect(await duplicatesOf(16)).toBe(10)
    await until(async () => (await summary()).totalConversions > totalConversions, 20_000)
    expect(await summary()).toMatchObject({
      totalVisits: totalVisits + 1,
      totalConversions: totalConversions + 1,
    })
  })

  test('a restart keeps every number', async () => {
    const numbers = async () => {
      const { asOf: _, ...rest } = await summary()
      const { asOf: __, ...stats } = await system.get<AbTestStats & { verdicts?: unknown }>(
        '/api/admin/ab-testing-stats',
      )
      return { rest, testStats: stats.testStats, campaign: await spring() }
    }
    const before = await numbers()
    await system.close()
    system = await startTestSystem({ dataDir })
    expect(await numbers()).toEqual(before)
  })
})
