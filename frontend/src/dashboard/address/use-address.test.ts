import { expect, test } from 'vitest'
import { changeOf } from './use-address.ts'

test.each([
  ['setting a filter adds a history entry', '', { source: 'google' }, 'source=google', 'push'],
  [
    'clearing a filter adds another history entry',
    '?source=google&range=7',
    { source: '' },
    'range=7',
    'push',
  ],
  [
    'a date range adds one history entry',
    '?range=7',
    { range: '', from: '2026-01-01', to: '2026-01-02' },
    'from=2026-01-01&to=2026-01-02',
    'push',
  ],
  [
    'typing replaces the history entry',
    '?lead-search=a',
    { 'lead-search': 'ab' },
    'lead-search=ab',
    'replace',
  ],
  ['opening a panel adds a history entry', '?range=7', { lead: 'a' }, 'range=7&lead=a', 'push'],
  ['stepping to the next record replaces the history entry', '?lead=a', { lead: 'b' }, 'lead=b', 'replace'],
  ['closing a panel goes back', '?lead=b', { lead: '' }, '', 'close'],
  ['an unchanged value changes no history', '?range=7', { range: '7' }, 'range=7', 'none'],
] as const)('%s', (_, before, values, search, step) => {
  expect(changeOf(before, values)).toMatchObject({ search, step })
})
