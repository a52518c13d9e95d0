import { expect, test } from 'vitest'
import { ACCOUNTING } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { Accounting } from './accounting.tsx'

test('the accounting table has a row for each kind of event and a column for each account', () => {
  expect(shown(<Accounting />)).toEqual([
    'Accounting',
    'Balanced as of 12:59:30',
    'Every accepted event is counted, waiting to be counted or a dead letter. None is lost or counted twice.',
    'Accounts by kind of event',
    'Events | Accepted | People | Bots | Test events | Sent twice | Dead letters',
    'Visits | 3,001 | 2,700 | 254 | 29 | 6 | 5',
    'All | 4,001 | 3,611 | 331 | 41 | 6 | 5',
    'Leads recorded | 77 | 59 | 0 | 0 | 6 | 5',
    'Swipe the table to see more columns.',
    'Waiting: 2 log entries wait to be counted, the oldest for 3.0 s.',
    'Test events: A test event is sent every minute. The newest one that arrived is 40 s old.',
    'Checked: At 12:30:00. Accepted and counted events agree for each of the last 24 hours.',
    'Dead letters: Entries that could not be read or counted: 5 (not json). They are kept, and an operator can replay them.',
    'Version: 1.0.0, commit 68cc925',
  ])
})

test('dead letters have a line of their own if there are any', () => {
  const types = ACCOUNTING.types.map(one => (one.type === 'unknown' ? { ...one, accepted: 4 } : one))
  const lines = shown(<Accounting />, { answers: { accounting: { ...ACCOUNTING, types } } })
  expect(lines).toContain('Unreadable | 4 | 0 | 0 | 0 | 6 | 5')
})

test('accounts that are unbalanced, unknown or never compared are marked', () => {
  const badge = (balanced: boolean | null) =>
    shown(<Accounting />, { answers: { accounting: { ...ACCOUNTING, balanced, reconciliation: null } } })
  expect(badge(false)[1]).toBe('Not balanced as of 12:59:30')
  expect(badge(null)[1]).toBe('Not known as of 12:59:30')
  expect(badge(null)).toContain('Checked: Not compared yet.')
})
