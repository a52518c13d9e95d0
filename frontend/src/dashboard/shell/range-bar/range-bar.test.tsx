import { expect, test } from 'vitest'
import { shown } from '../../testing/shown.tsx'
import { PAGES } from '../pages.ts'
import { RangeBar } from './range-bar.tsx'

const bar = (page: Parameters<typeof RangeBar>[0]['page'], search = '') =>
  shown(<RangeBar page={page} />, { at: `/admin?${search}` })

test('days are chosen where they change something', () => {
  expect(bar('overview', 'range=7')).toEqual([
    '[Today] [7 days, pressed] [30 days] [90 days] [All time] [Choose the days yourself, closed]',
    '[From] [To]',
  ])
  expect(PAGES.filter(({ id }) => bar(id).length > 0).map(({ id }) => id)).toEqual([
    'overview',
    'traffic',
    'campaigns',
  ])
})

test('two days of the calendar stand in their fields', () => {
  const lines = bar('traffic', 'from=2026-03-01&to=2026-03-09').join()
  expect(lines).toContain('[Choose the days yourself, pressed, closed]')
  expect(lines).toContain('[From: 2026-03-01]')
  expect(lines).toContain('[To: 2026-03-09]')
  expect(lines).not.toContain('All time, pressed')
})

test('what narrows the page is named, and what does not narrow it is left out', () => {
  const other = 'A/B tests and onboarding are not narrowed.'
  expect(bar('leads', 'source=google&campaign=roofs')).toEqual([
    `[Show all again, not only source Google] [Show all again, not only campaign roofs] ${other}`,
  ])
  expect(bar('traffic', 'channel=Referral').at(-1)).toBe(
    `[Show all again, not only channel Referral] ${other}`,
  )
  expect(bar('campaigns', 'campaign=roofs&channel=Referral').at(-1)).toBe(
    `[Show all again, not only campaign roofs] ${other}`,
  )
  expect(bar('onboarding', 'source=google')).toEqual([])
  expect(bar('leads', 'channel=Referral')).toEqual([])
  expect(bar('settings', 'source=google')).toEqual([])
  expect(bar('leads', 'range=7')).toEqual([])
})
