import { expect, test } from 'vitest'
import { day, more, oneOf, text, useFilters } from '../../address/filters.ts'
import { found, shown } from '../../testing/shown.tsx'
import { FilterBar } from './filters.tsx'

const TABLE = {
  q: text('lead-search', 'Search leads'),
  status: oneOf('status', 'Filter by status', 'Any status', { new: 'New ones' }),
  from: more(day('from', 'From')),
  spam: more(oneOf('spam', 'Leads or spam', 'Leads', { only: 'Spam' })),
}
const Bar = () => <FilterBar filters={useFilters(TABLE)} choices={{ status: [['old', 'Old ones']] }} />
const bar = (search = '') => shown(<Bar />, { at: `/admin?${search}` })

test('each filter has a field, and rare filters are behind a button', () => {
  expect(bar()).toEqual([
    '[Search leads]',
    '[Filter by status: *Any status*, New ones, Old ones]',
    '[More filters, closed]',
  ])
})

test('the rare filters are open if one of them is set', () => {
  expect(bar('lead-search=roof&status=new&from=2026-03-01')).toEqual([
    '[Search leads: roof]',
    '[Filter by status: Any status, *New ones*, Old ones]',
    '[More filters (1), open]',
    '[From: 2026-03-01]',
    '[Leads or spam: *Leads*, Spam] [Clear these]',
  ])
})

test('the button counts the rare filters that are set', () => {
  const active = (search: string) => found(() => useFilters(TABLE), { at: `/admin?${search}` }).active
  expect([
    active(''),
    active('status=new'),
    active('spam=only&from=2026-03-01'),
    active('from=soon'),
  ]).toEqual([0, 0, 2, 0])
})
