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

test('what is narrowed is named, and what is not', () => {
  expect(bar('leads', 'source=google&campaign=roofs')).toEqual([
    '[Show all again, not only source Google] [Show all again, not only campaign roofs] Narrows leads.',
  ])
  expect(bar('onboarding', 'source=google').join()).toMatch(/Does not narrow: onboarding\.$/)
  expect(bar('campaigns', 'campaign=roofs').at(-1)).toBe(
    '[Show all again, not only campaign roofs] Narrows the campaign list. Not narrowed: clicks without a campaign.',
  )
  expect(bar('settings', 'source=google')).toEqual([])
  expect(bar('leads', 'range=7')).toEqual([])
})
