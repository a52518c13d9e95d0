import { expect, test } from 'vitest'
import { day, oneOf, readFilter, text } from './filters.ts'

const ORDER = oneOf('order', 'Order by', 'Newest first', { 'most-clicks': 'Most clicks' })
const OWNER = { ...oneOf('owner', 'Owner', 'Any owner', { me: 'Mine' }), others: /^[0-9a-f]{4}$/ }

test.each([
  ['a value', ORDER, 'most-clicks', 'most-clicks'],
  ['a label instead of a value', ORDER, 'Most clicks', ''],
  ['an unknown value', ORDER, 'most-visits', ''],
  ['the label for any value', ORDER, 'Newest first', ''],
  ['a value that loads later', OWNER, '12ab', '12ab'],
  ['an impossible value', OWNER, '12', ''],
  ['a day', day('from', 'From'), '2026-02-28', '2026-02-28'],
  ['an invalid day', day('from', 'From'), '2026-02-30', ''],
  ['a year before 1000', day('from', 'From'), '0002-02-28', ''],
  ['a word', text('search', 'Search'), 'roofs', 'roofs'],
  ['a long text', text('search', 'Search'), 'x'.repeat(201), 'x'.repeat(200)],
])('an address filter handles %s', (_, filter, found, value) => {
  expect(readFilter(filter, found)).toBe(value)
})
