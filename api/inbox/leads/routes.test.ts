import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { FORM_NAMES } from '../../contract/form-words.ts'
import { addStaff, cookiesOf, later, logIn } from '../../testing/api.ts'
import { openChangesTold } from '../../testing/changes-told.ts'
import { postForm, TRIAL } from '../../testing/forms.ts'
import { openInboxDesk } from '../../testing/inbox.ts'

const desk = await openInboxDesk()
beforeEach(() => desk.empty())

const list = async (query = '') => (await desk.call('GET', `leads${query}`)).json()

test('leads are listed newest first, with all fields of their forms', async () => {
  const { api, contact } = desk
  await contact('Older', { email: 'other@example.com' })
  later(api.clock, 1000)
  const more = { phone: '07123 456789', business: 'Roofs', source: 'promotional_popup', variant: 'v2' }
  const id = await contact('Newer', more)
  const leads = await list()
  expect(leads.map((lead: { name: string }) => lead.name)).toEqual(['Newer', 'Older'])
  expect(leads[0]).toEqual({
    id,
    name: 'Newer',
    email: 'ada@example.com',
    phone: '07123 456789',
    phoneNumber: { e164: '+447123456789', extension: '' },
    business: 'Roofs',
    message: 'Hello there',
    nameTyped: false,
    ownWords: '',
    status: 'new',
    owner: null,
    followUp: null,
    replyDueAt: expect.any(String),
    firstReplyAt: null,
    firstReplyBy: null,
    source: 'promotional_popup',
    sessionId: '',
    firstTouchUtm: { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' },
    variant: 'v2',
    spamReason: '',
    samePerson: 0,
    staffNotes: 0,
    version: 1,
    createdAt: api.clock.now.toISOString(),
    updatedAt: api.clock.now.toISOString(),
  })
})

test('a lead shows whether the visitor typed the name, and which part of the message', async () => {
  const { api, contact } = desk
  const known = async () => {
    const [{ name, nameTyped, ownWords }] = await list()
    await desk.empty()
    return { name, nameTyped, ownWords }
  }
  await contact('Jo Bloggs', { message: 'Call me' })
  expect(await known()).toEqual({ name: 'Jo Bloggs', nameTyped: true, ownWords: 'Call me' })
  await contact(FORM_NAMES.popup, { source: 'promotional_popup', message: '50% off, please' })
  expect(await known()).toEqual({ name: 'Promotional popup', nameTyped: false, ownWords: '' })
  await contact(FORM_NAMES.trialByEmail, { message: 'I would like to start a free 7-day trial.' })
  expect(await known()).toEqual({ name: 'Free trial request', nameTyped: false, ownWords: '' })
  for (const additionalInfo of ['After four only', '']) {
    await postForm(api.app, 'trial-signup', { ...TRIAL, name: 'Sam', additionalInfo })
    expect(await known()).toEqual({ name: 'Sam', nameTyped: true, ownWords: additionalInfo })
  }
})

test('an unknown variant is dropped, and the lead is stored', async () => {
  await desk.contact('Ada', { variant: 'v9<script>' })
  expect(await list()).toMatchObject([{ name: 'Ada', variant: '' }])
})

test('an answer with a part of a list says where the list continues', async () => {
  const { api, call, contact } = desk
  for (const name of ['A', 'B', 'C']) {
    await contact(name)
    later(api.clock, 1000)
  }
  const answer = await call('GET', 'leads?limit=2')
  expect(answer.json()).toHaveLength(2)
  expect(answer.headers['x-total-count']).toBe('3')
  const next = /<\/api\/admin\/(.+)>; rel="next"/.exec(String(answer.headers.link))?.[1]
  const rest = await call('GET', String(next))
  expect(rest.json()).toMatchObject([{ name: 'A' }])
  expect(rest.headers.link).toBeUndefined()
})

test('open dashboards are notified of a bulk change and its undoing', async () => {
  const change = { leadIds: [await desk.contact('Ada')], change: { status: 'closed' } }
  const toldBy = await openChangesTold(desk.api.sql)
  let undoToken = ''
  const told = await toldBy(async () => {
    undoToken = (await desk.call('POST', 'leads/bulk-change', change)).json().undoToken
  })
  expect(told).toEqual(['leads'])
  const undo = () => desk.call('POST', 'leads/bulk-change/undo', { undoToken })
  expect(await toldBy(undo)).toEqual(['leads'])
})

describe('a change', () => {
  test('a change may set any status after any other, and its time is stored', async () => {
    const { api, call, contact } = desk
    const id = await contact('Ada')
    for (const status of ['closed', 'new', 'qualified', 'contacted']) {
      later(api.clock, 1000)
      const answer = await call('PATCH', `leads/${id}`, { status })
      expect(answer.json()).toMatchObject({ id, status, updatedAt: api.clock.now.toISOString() })
    }
    expect(await list()).toMatchObject([{ status: 'contacted', version: 5 }])
  })

  test('a change leaves read-only fields unchanged', async () => {
    const { call, contact } = desk
    const id = await contact('Ada')
    const eve = { status: 'closed', name: 'Eve', id: v7(), createdAt: '2020-01-01T00:00:00Z' }
    await call('PATCH', `leads/${id}`, eve)
    expect(await list()).toMatchObject([{ id, name: 'Ada', status: 'closed' }])
  })

  test('a change of an outdated version is refused and names who changed it', async () => {
    const { api, call, contact } = desk
    const id = await contact('Ada')
    const bob = { username: 'bob', password: 'another four random words' }
    await addStaff(api.sql, bob)
    const cookies = cookiesOf(await logIn(api.app, bob))
    const url = `/api/admin/leads/${id}`
    await api.app.inject({ method: 'PATCH', url, cookies, payload: { status: 'qualified', version: 1 } })
    const answer = await call('PATCH', `leads/${id}`, { status: 'closed', version: 1 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      detail:
        'bob has changed this lead since you opened it. It is qualified now. Your change was not saved. Look at it again, then decide.',
      issues: [{ path: 'version' }],
    })
    expect(await list()).toMatchObject([{ status: 'qualified', version: 2 }])
  })

  test('of two simultaneous changes one succeeds', async () => {
    const { call, contact } = desk
    const id = await contact('Ada')
    const answers = await Promise.all(
      ['closed', 'qualified', 'contacted'].map(status =>
        call('PATCH', `leads/${id}`, { status, version: 1 }),
      ),
    )
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409, 409])
  })

  test('a change removes or sets the mark for spam', async () => {
    const { call, contact } = desk
    const id = await contact('Ada', { leaveBlank: 'I am a program' })
    expect(await list()).toEqual([])
    const answer = await call('PATCH', `leads/${id}`, { spam: false, version: 1 })
    expect(answer.json()).toMatchObject({ spamReason: '', version: 2 })
    expect(await list()).toMatchObject([{ name: 'Ada' }])
    await call('PATCH', `leads/${id}`, { spam: true })
    expect(await list()).toEqual([])
    expect(await list('?spam=only')).toMatchObject([{ spamReason: 'staff' }])
  })
})
