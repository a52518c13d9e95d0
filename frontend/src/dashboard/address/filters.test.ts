import { expect, test } from 'vitest'
import { day, oneOf, readFilter, text } from './filters.ts'

const ORDER = oneOf('order', 'Order by', 'Newest first', [['most-clicks', 'Most clicks']])
const OWNER = { ...oneOf('owner', 'Owner', 'Any owner', [['me', 'Mine']]), others: /^[0-9a-f]{4}$/ }

test.each([
  ['a value', ORDER, 'most-clicks', 'most-clicks'],
  ['its words', ORDER, 'Most clicks', ''],
  ['neither', ORDER, 'most-visits', ''],
  ['what stands for none', ORDER, 'Newest first', ''],
  ['a choice that is known later', OWNER, '12ab', '12ab'],
  ['no such choice', OWNER, '12', ''],
  ['a day', day('from', 'From'), '2026-02-28', '2026-02-28'],
  ['no day', day('from', 'From'), '2026-02-30', ''],
  ['half a day', day('from', 'From'), '0002-02-28', ''],
  ['a word', text('search', 'Search'), 'roofs', 'roofs'],
  ['a novel', text('search', 'Search'), 'x'.repeat(201), 'x'.repeat(200)],
])('%s is read from the address as it should be', (_, filter, found, value) => {
  expect(readFilter(filter, found)).toBe(value)
})
