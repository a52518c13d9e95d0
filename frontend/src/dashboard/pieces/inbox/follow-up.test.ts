import { afterEach, expect, test } from 'vitest'
import { addDays, setReportZone, today } from '../../words/report-zone.ts'
import { dueOf } from './work.tsx'

afterEach(() => setReportZone('UTC'))

test.each([
  ['2026-02-28', 'danger', 'Overdue since 28 Feb 2026'],
  ['2026-03-01', 'accent', 'Due today'],
  ['2026-03-02', 'neutral', 'Follow up on 2 Mar 2026'],
])('on 1 March a follow-up on %s is %s', (followUp, tone, text) => {
  expect(dueOf(followUp, false, '2026-03-01')).toEqual({ tone, text })
})

test('closed records and records without a follow-up are never due', () => {
  expect(dueOf('2026-02-28', true, '2026-03-01')).toBeNull()
  expect(dueOf(null, false, '2026-03-01')).toBeNull()
})

test('today is the date in the report time zone', () => {
  const lateInLondon = new Date('2026-07-01T23:30:00Z')
  expect(today(lateInLondon)).toBe('2026-07-01')
  setReportZone('Europe/London')
  expect(today(lateInLondon)).toBe('2026-07-02')
})

test('days are counted across months and clock changes', () => {
  expect([addDays('2026-02-28', 1), addDays('2026-03-28', 3), addDays('2026-12-31', 7)]).toEqual([
    '2026-03-01',
    '2026-03-31',
    '2027-01-07',
  ])
})
