import { expect, test } from 'vitest'
import { shown } from '../testing/shown.tsx'
import { CardBoundary } from './card-boundary.tsx'
import { Empty, Loaded } from './loaded.tsx'
import { NarrowedNote } from './narrowed-note.tsx'
import { ShowMore } from './paging.tsx'
import { Part, Section } from './section.tsx'
import { ShortenLists, useShortList, WholeList } from './short-lists.tsx'

const nothing = () => undefined

test('a part shows loading and errors, and keeps its data when a refetch fails', () => {
  const part = (state: { data?: string; isError?: boolean; isFetching?: boolean }) =>
    shown(
      <Loaded
        query={{
          data: undefined,
          isError: false,
          error: new TypeError('x'),
          isFetching: false,
          refetch: nothing,
          ...state,
        }}
        what="leads"
        skeleton="h-24"
      >
        {data => <p>{data}</p>}
      </Loaded>,
    )
  expect(part({})).toEqual(['(busy) Loading the leads'])
  expect(part({ isError: true })).toEqual([
    'The leads could not be loaded. The server could not be reached.',
    '[Try again to load the leads]',
  ])
  expect(part({ isError: true, isFetching: true }).at(-1)).toBe('[Try again to load the leads, disabled]')
  expect(part({ data: 'Jo' })).toEqual(['Jo'])
  expect(part({ data: 'Jo', isError: true })).toEqual([
    'The leads shown may be out of date. The server could not be reached.',
    '[Try again to load the leads]',
    'Jo',
  ])
})

test('a card shows its title, its details and its actions', () => {
  const card = shown(
    <Section id="x" title="Leads" meta={<span>12</span>} actions={<button type="button">Export</button>}>
      <p>All of them</p>
    </Section>,
  )
  expect(card).toEqual(['Leads', '12', '[Export]', 'All of them'])
  expect(shown(<Section id="x" title="Leads" />)).toEqual(['Leads'])
})

test('a long list shows more records in steps', () => {
  const more = (hidden: number) =>
    shown(<ShowMore hidden={hidden} all={2000} noun="leads" piece={10} onMore={nothing} />)
  expect([more(0), more(4), more(1012)]).toEqual([
    [],
    ['[Show 4 more of 2,000 leads]'],
    ['[Show 10 more of 2,000 leads]'],
  ])
})

test('a short list shows a limited number and links to the whole list with the same days', () => {
  const Most = () => String(useShortList())
  expect(shown(<Most />)).toEqual(['null'])
  const short = (
    <ShortenLists value={3}>
      <Most />
      <WholeList page="split-test" more={{ test: 'landingPage' }}>
        All of it
      </WholeList>
    </ShortenLists>
  )
  expect(shown(short, { at: '/admin?range=7&lead=x' })).toEqual([
    '3',
    '[All of it](/admin/split-test?range=7&test=landingPage)',
  ])
})

test('a note names the filters of a list, and is absent without filters', () => {
  const note = (at: string) => shown(<NarrowedNote section="onboarding" />, { at })
  expect(note('/admin?source=google&campaign=roofs')).toEqual([
    'Not filtered by source Google and campaign roofs.',
  ])
  expect(note('/admin?channel=Referral&referringSite=a.example')).toEqual([
    'Not filtered by channel Referral and referring site a.example.',
  ])
  expect(note('/admin')).toEqual([])
})

test('an empty list and the parts of a panel show their texts', () => {
  expect(shown(<Empty title="None.">Make one.</Empty>)).toEqual(['None.', 'Make one.'])
  expect(shown(<Empty title="None." />)).toEqual(['None.'])
  expect(
    shown(
      <>
        <Part title="Notes" meta="Only staff">
          <p>One</p>
        </Part>
        <Part title="History">
          <p>Two</p>
        </Part>
      </>,
    ),
  ).toEqual(['Notes', 'Only staff', 'One', 'History', 'Two'])
  expect(shown(<CardBoundary what="leads">as it is</CardBoundary>)).toEqual(['as it is'])
})
