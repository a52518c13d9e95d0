import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Funnel } from '../contract/costs/funnel.ts'
import { openStaffApi, type StaffApi } from '../testing/api.ts'
import { CONTACT, postForm } from '../testing/forms.ts'
import { addTraffic } from '../testing/traffic.ts'

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
  await addTraffic(api, { utm_source: '', quarter_hour: '2026-01-02 10:00:00', n: 1 })
})
afterAll(() => api.close())

const lead = async (day: string) => {
  const { now } = api.clock
  api.clock.now = new Date(`${day}T12:00:00Z`)
  await postForm(api.app, 'contact', {
    ...CONTACT,
    email: `${Math.random()}@example.com`,
    firstTouchUtm: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' },
  })
  api.clock.now = now
}
const ask = async (query = ''): Promise<Funnel> => (await api.call('GET', `funnel${query}`)).json()
const spend = (date: string, utmCampaign: string, cost: number) =>
  api.call('POST', 'spend', { entries: [{ date, utmCampaign, cost }] })

/** Adds an earliest visit on 31 December 2024. */
const countedLonger = async (then: () => Promise<void>) => {
  await addTraffic(api, { utm_source: '', quarter_hour: '2024-12-31 10:00:00', n: 1 })
  const query = `ALTER TABLE ${api.db}.event_sums DROP PARTITION 202412`
  await then().finally(() => api.clickhouse.command({ query }))
}

test('costs of all time are listed by day up to 400 days, else by month', async () => {
  await lead('2026-02-20')
  await spend('2026-02-20', 'spring', 30)
  await spend('2026-01-31', 'spring', 8)
  const near = [
    { from: '2026-01-31', cost: 8, leads: 0, costPerLead: null },
    { from: '2026-02-20', cost: 30, leads: 1, costPerLead: 30 },
  ]
  expect((await ask()).costs).toEqual({ step: 'day', points: near, previous: null })
  await spend('2026-02-19', 'brand', 2)
  await spend('2024-12-31', 'spring', 4)
  expect((await ask()).costs.points).toHaveLength(3)
  await countedLonger(async () =>
    expect((await ask()).costs).toEqual({
      step: 'month',
      points: [
        { from: '2024-12-01', cost: 4, leads: 0, costPerLead: null },
        { from: '2026-01-01', cost: 8, leads: 0, costPerLead: null },
        { from: '2026-02-01', cost: 32, leads: 1, costPerLead: 32 },
      ],
      previous: null,
    }),
  )
})
