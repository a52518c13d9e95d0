import { expect, test } from 'vitest'
import { changeOf } from './use-address.ts'

test.each([
  ['a filter is a step', '', { source: 'google' }, 'source=google', 'push'],
  ['lifting it is another', '?source=google&range=7', { source: '' }, 'range=7', 'push'],
  [
    'days are one step together',
    '?range=7',
    { range: '', from: '2026-01-01', to: '2026-01-02' },
    'from=2026-01-01&to=2026-01-02',
    'push',
  ],
  ['typing is none', '?lead-search=a', { 'lead-search': 'ab' }, 'lead-search=ab', 'replace'],
  ['opening a panel is a step', '?range=7', { lead: 'a' }, 'range=7&lead=a', 'push'],
  ['from one record to the next is none', '?lead=a', { lead: 'b' }, 'lead=b', 'replace'],
  ['closing it takes the step back', '?lead=b', { lead: '' }, '', 'close'],
  ['what changes nothing is none', '?range=7', { range: '7' }, 'range=7', 'none'],
] as const)('%s', (_, before, values, search, step) => {
  expect(changeOf(before, values)).toMatchObject({ search, step })
})
