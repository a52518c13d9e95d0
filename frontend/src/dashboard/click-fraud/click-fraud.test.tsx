import { expect, test } from 'vitest'
import { CLICK_FRAUD } from '../testing/answers/figures.ts'
import { shown } from '../testing/shown.tsx'
import { ClickFraud, Evidence } from './click-fraud.tsx'

test('the click-fraud report is fetched on request only', () => {
  expect(shown(<ClickFraud />, { waiting: 'all' }).join('\n')).toContain('Look for click fraud')
})

test('the report lists network, day, campaign and cost, with a list of networks to exclude', () => {
  const lines = shown(<Evidence />).join('\n')
  expect(lines).toContain(
    '31 of 240 paid clicks came from 2 networks that clicked a campaign at least three times a day and never went further: no second page, no conversion, no ten seconds on the screen. They cost £38.75.',
  )
  expect(lines).toContain('192.0.2.0/24 | 26 | 25 | £32.50 | 29 Mar 2026 | spring_roofing')
  expect(lines).toContain('2001:db8:7::/48 | 5 | 5 | – | 28 Mar 2026 | No tag')
  expect(lines).toContain('192.0.2.*')
})

test('an empty report names the number of checked clicks', () => {
  const clean = (paidClicks: number) =>
    shown(<Evidence />, { answers: { clickFraud: { ...CLICK_FRAUD, rows: [], paidClicks } } }).join('\n')
  expect(clean(1_240)).toContain('Checked 1,240 paid clicks: no network clicked repeatedly without engaging.')
  expect(clean(0)).toContain('No paid clicks on these days.')
})
