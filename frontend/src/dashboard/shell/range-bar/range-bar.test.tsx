import { expect, test } from 'vitest'
import { DASHBOARD_PAGES } from '../../../dashboard-pages.ts'
import { shown } from '../../testing/shown.tsx'
import { RangeBar } from './range-bar.tsx'

const bar = (page: Parameters<typeof RangeBar>[0]['page'], search = '') =>
  shown(<RangeBar page={page} />, { at: `/admin?${search}` })

test('days can be chosen on pages that depend on them', () => {
  expect(bar('overview', 'range=7')).toEqual(['[Last 7 days, closed]'])
  expect(bar('overview', 'range=last-month&compare=year')).toEqual(['[Last month against last year, closed]'])
  expect(DASHBOARD_PAGES.filter(page => bar(page).length > 0)).toEqual(['overview', 'traffic', 'campaigns'])
})

test('a date range is named, and all time has no comparison', () => {
  expect(bar('traffic', 'from=2026-03-01&to=2026-03-09').join()).toMatch(/^\[1.–.9 Mar 2026, closed\]$/)
  expect(bar('traffic', 'compare=year')).toEqual(['[All time, closed]'])
})

test('the bar names the page’s filters and omits those without effect', () => {
  const other = 'These filters do not apply to A/B tests or onboarding.'
  expect(bar('leads', 'source=google&campaign=roofs')).toEqual([
    `[Remove the filter: only source Google] [Remove the filter: only campaign roofs] ${other}`,
  ])
  expect(bar('traffic', 'channel=Referral').at(-1)).toBe(
    `[Remove the filter: only channel Referral] ${other}`,
  )
  expect(bar('campaigns', 'campaign=roofs&channel=Referral').at(-1)).toBe(
    `[Remove the filter: only campaign roofs] ${other}`,
  )
  expect(bar('onboarding', 'source=google')).toEqual([])
  expect(bar('leads', 'channel=Referral')).toEqual([`[Remove the filter: only channel Referral] ${other}`])
  expect(bar('settings', 'source=google')).toEqual([])
  expect(bar('leads', 'range=7')).toEqual([])
})
