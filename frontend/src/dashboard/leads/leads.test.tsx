import type { Lead } from '@firsttouch/api/contract/leads'
import { expect, test } from 'vitest'
import { ShortenLists } from '../pieces/short-lists.tsx'
import { ANSWERED, LEADS, lead, OWNERS, REPLY_TIMES } from '../testing/answers/people.ts'
import { found, type Given, shown } from '../testing/shown.tsx'
import { BulkBar, Leads } from './leads.tsx'
import { useLeadFilter } from './use-lead-filter.ts'

const AT = '/admin/leads'
const inbox = (given: Given = {}) => shown(<Leads />, { at: AT, ...given })
const one = (given: Partial<Lead>) =>
  inbox({
    answers: {
      leads: { ...LEADS, items: [lead(given)] },
      replyTimes: { ...REPLY_TIMES, medianSeconds: null },
    },
  })
const shownWhole = (given: Partial<Lead>) =>
  shown(
    <ShortenLists value={1}>
      <Leads />
    </ShortenLists>,
    { answers: { leads: { ...LEADS, items: [lead(given)] } } },
  ).join()
const NONE = { ...LEADS, items: [], total: 0, newCount: 0, dueCount: 0, lateCount: 0 }

const REPLIES =
  '[Reply via Email](mailto:jo@example.co.uk?subject=Re%3A%20Your%20enquiry%20for%20Roofs%20%26%20Co&body=Hi%20Jo%2C%0D%0A%0D%0AThank%20you%20for%20getting%20in%20touch.%0D%0A%0D%0AYou%20wrote%3A%0D%0A%3E%20My%20roof%20leaks.%0D%0A%0D%0A) [WhatsApp](https://wa.me/447700900123?text=Hi%20Jo%2C%20thank%20you%20for%20your%20message%3A%20%22My%20roof%20leaks.%22) [Call](tel:+447700900123)'

test('each lead shows its message, its source and its waiting time', () => {
  expect(inbox()).toEqual([
    'Contact Form Leads',
    '60 leads [11 new] [3 waiting too long] [7 due] 0 selected',
    '[Select All] [Export CSV] [Delete, disabled]',
    'First reply after 1 h (median of 49 leads) ben 40 min (30 leads) ada 5 h (19 leads)',
    '[Search leads]',
    '[Filter by status: *Any status*, New, Contacted, Qualified, Closed] [Filter by form: *Any form*, Contact form, Promotional popup, Trial signup] [Filter by owner: *Any owner*, Mine, Nobody’s, ben] [Filter by follow-up: *Any follow-up*, Due, Overdue, Later, No day] [Order leads by: *Next step first*, Longest waiting first, Newest first, Oldest first, Last updated, Name]',
    '[More filters, closed]',
    '[ ] Select Jo Bloggs',
    '[Details of Jo Bloggs]',
    '[Status of Jo Bloggs: *New*, Contacted, Qualified, Closed]',
    'Roofs & Co · My roof leaks.',
    'Contact form',
    '3 h',
    REPLIES,
    '[ ] Select Kim Field',
    '[Details of Kim Field]',
    '[Status of Kim Field: New, *Contacted*, Qualified, Closed]',
    'Call me.',
    'Promotional popup Owner: ben Overdue since 27 Mar 2026',
    '4 days',
    '[Reply via Email](mailto:kim@example.org?subject=Re%3A%20Your%20enquiry&body=Hi%20Kim%2C%0D%0A%0D%0AThank%20you%20for%20getting%20in%20touch.%0D%0A%0D%0AYou%20wrote%3A%0D%0A%3E%20My%20roof%20leaks.%0D%0A%0D%0A) [WhatsApp, disabled]',
    '[Show more: 2 of 60 leads are shown]',
  ])
})

test('the overview shows each lead’s details below its row', () => {
  const lines = shown(
    <ShortenLists value={1}>
      <Leads />
    </ShortenLists>,
  )
  expect(lines.slice(lines.indexOf('3 h') + 1, -1)).toEqual([
    'Email: jo@example.co.uk',
    'Phone: 07700 900123',
    'Business: Roofs & Co',
    'My roof leaks.',
    REPLIES,
    'Waiting 3 h Source: Contact form First touch: Google / Paid clicks (CPC) / spring_roofs Session: abcdefgh… Updated: 29 Mar 2026, 10:30 29 Mar 2026, 10:00 ID 00000000-0000-4000-8000-000000000031',
  ])
})

test('deleted leads are shown in full and can only be restored', () => {
  const lines = inbox({ at: `${AT}?lead-spam=deleted` })
  expect(lines).toContain('[Select All] [Restore, disabled]')
  expect(lines).toContain('[Restore Jo Bloggs]')
  expect(lines).toContain('Email: jo@example.co.uk')
  expect(lines.join()).not.toMatch(/Status of|Details of|Reply via|Export/)
})

test('the overview starts with the newest leads and shows a few', () => {
  const lines = shown(
    <ShortenLists value={1}>
      <Leads />
    </ShortenLists>,
    { at: '/admin?range=7&source=google' },
  )
  expect(lines).toContain('[All 60 leads](/admin/leads?range=7&source=google)')
  expect(lines.join()).not.toContain('Select Kim Field')
  // An active filter keeps its controls visible.
  expect(lines.find(line => line.includes('Order leads by'))).toContain('*Newest first*')
  expect(lines[1]).toMatch(/^60 of 60 leads /)
  expect(lines).toContain('Only leads with source Google.')
})

test('the list is requested with every filter of the address', () => {
  const asked: unknown[] = []
  inbox({
    at: `${AT}?lead-order=name&lead-search=roof&lead-status=new&lead-owner=me&lead-person=p&lead-from=2026-03-01&lead-period=last-month&campaign=spring`,
    answers: {
      leads: ({ query }) => {
        asked.push(query)
        return NONE
      },
    },
  })
  expect(asked).toEqual([
    {
      q: 'roof',
      status: 'new',
      owner: 'me',
      period: 'last-month',
      from: '2026-03-01',
      person: 'p',
      campaign: 'spring',
      order: 'name',
    },
  ])
})

test('the leads page sorts by the next step, and the overview by the newest', () => {
  const order = (at: string) => found(useLeadFilter, { at }).order
  expect([order(AT), order('/admin'), order('/admin?lead-order=next')]).toEqual(['next', 'newest', 'next'])
})

test('late, due and spam leads stand out', () => {
  expect(one({ replyDueAt: '2026-03-29T11:00:00.000Z' })).toContain('3 h, waits too long')
  const promised = shownWhole({ replyDueAt: '2026-03-29T11:00:00.000Z', samePerson: 1 })
  expect(promised).toMatch(
    /\[wrote one other time\] Waiting 3 h: reply promised by 29 Mar 2026, 12:00 Source/,
  )
  const spam = one({ spamReason: 'too_fast', phone: 'call me' })
  expect(spam).toContain('Classified as spam: too fast')
  expect(shownWhole({ spamReason: 'too_fast' })).not.toContain('Waits')
  expect(one({ followUp: '2026-03-29' })).toContain('Contact form Due today')
})

test('without work the counts are zero and not clickable', () => {
  const lines = inbox({ at: `${AT}?lead-status=closed&lead-person=p`, answers: { leads: NONE } })
  expect(lines[1]).toBe('0 of 60 leads 0 new 0 waiting too long 0 due 0 selected')
  expect(lines).toContain('No leads match.')
  expect(lines).toContain('[More filters, closed] [Show leads of everyone]')
})

test('an empty inbox explains where leads come from, and an empty spam list how to go back', () => {
  const inboxCounts = { total: 0, newCount: 0, dueCount: 0, lateCount: 0 }
  expect(inbox({ answers: { leads: { ...NONE, inbox: inboxCounts } } })).toEqual([
    'Contact Form Leads',
    '0 leads 0 new 0 waiting too long 0 due 0 selected',
    'No contact form submissions yet.',
    'Messages sent with the contact form of the landing page appear here automatically.',
  ])
  const spam = inbox({ at: `${AT}?lead-spam=only`, answers: { leads: NONE } })
  expect(spam.slice(-2)).toEqual([
    'Nothing was classified as spam.',
    'Choose Leads above to go back to the inbox.',
  ])
  expect(spam.join()).toContain('[More filters (1), open]')
  expect(inbox({ at: `${AT}?lead-spam=only&lead-search=x`, answers: { leads: NONE } })).toContain(
    'No leads match.',
  )
})

test('the bulk bar changes selected leads at once', () => {
  const bar = (count: number) =>
    shown(
      <BulkBar
        chosen={() => ({})}
        selection={{
          ...{ count, ids: [], isAll: false, has: () => false },
          ...{ toggle: () => undefined, selectAll: () => undefined, clear: () => undefined },
          ...{ add: () => undefined, addUpTo: () => undefined },
        }}
      />,
      { answers: { leadOwners: OWNERS } },
    )
  expect(bar(2)).toEqual([
    'Change the selected leads [New status: *Keep status*, New, Contacted, Qualified, Closed] [New owner: *Keep owner*, ada (you), ben, Nobody] [New follow-up: *Keep follow-up*, Today, Tomorrow, In 3 days, In a week, Another day…, No follow-up] [Change 2 leads, disabled]',
  ])
  expect(bar(1).at(-1)).toContain('[Change 1 lead, disabled]')
})

test('a failed read is not shown as an empty list', () => {
  expect(inbox({ failed: ['leads'] })).toContain(
    'The leads could not be loaded. The server could not be reached.',
  )
  expect(inbox({ answers: { leads: { ...LEADS, items: [ANSWERED] } } }).join()).toContain('Owner: ben')
})
