import type { Change } from '@firsttouch/api/contract/inbox'
import { expect, test } from 'vitest'
import { found, shown } from '../../testing/shown.tsx'
import { ShortenLists } from '../short-lists.tsx'
import { Inbox } from './inbox.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Changes, NoteCount } from './staff-notes.tsx'
import { useInbox } from './use-inbox.ts'

const nothing = () => undefined
// The part of a pending mutation that the bar reads.
const PENDING = { isPending: true } as object
const KIND = { read: 'leads', noun: 'leads', ids: 'leadIds' } as const
type Given = {
  total?: number
  all?: number
  filter?: Record<string, string>
  isLoadingMore?: boolean
  most?: number
}

const inbox = (
  items: string[],
  { total = items.length, all = total, filter = {}, isLoadingMore = false, most }: Given = {},
) => {
  const page = { items: items.map(id => ({ id })), total, inbox: { total: all }, nextCursor: null }
  const part = (
    <Inbox
      title="Leads"
      kind={KIND}
      pages={{
        ...{ filter, isLoadingMore, showMore: nothing },
        query: { data: [page], isError: false, error: null, isFetching: false, refetch: nothing },
      }}
      meta={first => <span>{first.total} counted</span>}
      filters={<p>Filters</p>}
      empty={<p>Nobody wrote.</p>}
      row={({ id }) => <li key={id}>{id}</li>}
      panel={() => null}
      work={(_, listed) => <p>Work on {listed.length}</p>}
    />
  )
  return shown(most === undefined ? part : <ShortenLists value={most}>{part}</ShortenLists>)
}

test('a list shows its count, its filters and the number of unloaded records', () => {
  expect(inbox(['a', 'b'], { total: 30 })).toEqual([
    'Leads',
    '30 leads 30 counted 0 selected',
    '[Select All] [Export CSV] [Delete, disabled]',
    'Filters',
    'a',
    'b',
    '[Show more: 2 of 30 leads are shown]',
  ])
  expect(inbox(['a', 'b']).at(-1)).toBe('b')
  expect(inbox(['a'], { total: 2, isLoadingMore: true }).at(-1)).toBe('[Loading..., disabled]')
})

test('a filtered list shows its count and the inbox’s total', () => {
  const counts = (given: Given) => inbox(['a'], { filter: { q: 'a' }, ...given })[1]
  expect(counts({ total: 1, all: 7 })).toBe('1 of 7 leads 1 counted 0 selected')
  const apart = { total: 1, all: 7 }
  expect(counts({ ...apart, filter: { deleted: 'only' } })).toBe('1 lead 1 counted 0 selected')
  expect(counts({ ...apart, filter: { spam: 'only', q: 'a' } })).toBe('1 lead 1 counted 0 selected')
  expect(inbox(['a'])[1]).toBe('1 lead 1 counted 0 selected')
})

test('an empty inbox has neither filters nor a selection', () => {
  expect(inbox([])).toEqual(['Leads', '0 leads 0 counted 0 selected', 'Nobody wrote.'])
  const filtered = inbox([], { filter: { q: 'a' } })
  expect(filtered.slice(-3)).toEqual([
    'Filters',
    'No leads match.',
    'Change the search or the filters above.',
  ])
  expect(inbox([], { all: 4 })).toContain('No leads match.')
})

test('a short list links to the whole list, and shows its filters only if one is set', () => {
  expect(inbox(['a', 'b'], { most: 1 }).slice(-2)).toEqual(['a', '[All 2 leads](/admin/leads)'])
  expect(inbox(['a', 'b'], { most: 2 }).slice(-2)).toEqual(['a', 'b'])
  expect(inbox(['a'], { most: 1 })).not.toContain('Filters')
  expect(inbox(['a'], { most: 1, filter: { q: 'a' } })).toContain('Filters')
})

test('selected records can be deleted, and a pending action cannot start a second time', () => {
  const { selection, deletion } = found(() => useInbox(KIND, { loaded: ['a'], total: 1, filter: {} }))
  const bar = (
    count: number,
    given: { isAll?: boolean; isDeleting?: boolean; isExporting?: boolean; isDeleted?: boolean } = {},
  ) =>
    shown(
      <SelectionBar
        selection={{ ...selection, count, isAll: given.isAll ?? false }}
        deletion={{ ...deletion, remove: { ...deletion.remove, ...(given.isDeleting && PENDING) } }}
        isDeleted={given.isDeleted ?? false}
        isExporting={given.isExporting ?? false}
        {...{ chosen: () => ({}), exportChosen: nothing, deleteChosen: nothing }}
      />,
    )
  expect(bar(0)).toEqual(['[Select All] [Export CSV] [Delete, disabled]'])
  expect(bar(3, { isAll: true })).toEqual(['[Deselect All] [Export CSV] [Delete (3)]'])
  expect(bar(3, { isDeleting: true })).toEqual(['[Select All] [Export CSV] [Deleting..., disabled]'])
  expect(bar(3, { isDeleted: true })).toEqual(['[Select All] [Restore (3)]'])
  expect(bar(3, { isExporting: true })).toEqual(['[Select All] [Exporting..., disabled] [Delete (3)]'])
})

test('the selection starts empty', () => {
  const { count, ids, isAll, has } = found(() => useSelection(['a'], 1, ''))
  expect([count, ids, isAll, has('a')]).toEqual([0, [], false, false])
})

test('each change of a record is written as a sentence', () => {
  const at = { changedBy: 'ada', changedAt: '2026-03-29T10:00:00.000Z' }
  const said = (field: Change['field'], before: string, after: string) =>
    shown(<Changes changes={[{ field, before, after, ...at }]} />)[1]
  expect([
    said('status', 'new', 'closed'),
    said('owner', '', 'ben'),
    said('owner', 'ada', 'ben'),
    said('owner', 'ada', ''),
    said('follow_up', '', '2026-04-01'),
    said('follow_up', '2026-03-31', '2026-04-01'),
    said('follow_up', '2026-03-31', ''),
    said('access', '', 'done'),
    said('live', 'done', ''),
    said('spam', '', 'links'),
    said('spam', 'too_fast', ''),
  ]).toEqual([
    'Status: Closed, was New ada, 29 Mar 2026, 11:00',
    'Owner: ben, was nobody ada, 29 Mar 2026, 11:00',
    'Owner: ben, was ada ada, 29 Mar 2026, 11:00',
    'Owner: nobody, was ada ada, 29 Mar 2026, 11:00',
    'Follow-up: 1 Apr 2026, was no day ada, 29 Mar 2026, 11:00',
    'Follow-up: 1 Apr 2026, was 31 Mar 2026 ada, 29 Mar 2026, 11:00',
    'Follow-up: no day, was 31 Mar 2026 ada, 29 Mar 2026, 11:00',
    'Access: done, was not done ada, 29 Mar 2026, 11:00',
    'Ads live: not done, was done ada, 29 Mar 2026, 11:00',
    'Spam: links, was no ada, 29 Mar 2026, 11:00',
    'Spam: no, was too fast ada, 29 Mar 2026, 11:00',
  ])
})

test('notes are counted if there are any', () => {
  expect([0, 1, 2].map(notes => shown(<NoteCount notes={notes} />))).toEqual([[], ['1 note'], ['2 notes']])
})
