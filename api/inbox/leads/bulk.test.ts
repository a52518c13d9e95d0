/** Owner and follow-up day of one lead and of many, and concurrent changes. */
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStaff, cookiesOf, disableAccount, later, logIn } from '../../testing/api.ts'
import { type InboxDesk, openInboxDesk } from '../../testing/inbox.ts'

/** A constant id, because test names contain it. */
const NOBODY = '0190a0a0-1234-7000-8000-00000000abcd'

const BOB = { username: 'bob', password: 'another four random words' }
const TODAY = '2026-03-01'

let desk: InboxDesk
let ada: string
let bob: string
let bobs: Record<string, string>
beforeAll(async () => {
  desk = await openInboxDesk()
  await addStaff(desk.api.sql, BOB)
  const owners = (await desk.call('GET', 'lead-owners')).json()
  expect(owners.map((one: { username: string }) => one.username)).toEqual(['ada', 'bob'])
  ;[ada, bob] = owners.map((one: { id: string }) => one.id)
  bobs = cookiesOf(await logIn(desk.api.app, BOB))
})
afterAll(() => desk.api.close())
beforeEach(() => desk.empty())

const one = async (id: string) => (await desk.call('GET', `leads/${id}`)).json()
const lead = async (id: string) => (await one(id)).lead
const change = (body: object) => desk.call('POST', 'leads/bulk-change', body)
const undo = (undoToken: unknown) => desk.call('POST', 'leads/bulk-change/undo', { undoToken })
const asBob = (id: string, payload: object) =>
  desk.api.app.inject({ method: 'PATCH', url: `/api/admin/leads/${id}`, cookies: bobs, payload })

describe('one lead', () => {
  test('a lead gets an owner and a day, loses them again, and its history names the person', async () => {
    const id = await desk.contact('Jo')
    const given = await desk.call('PATCH', `leads/${id}`, { owner: bob, followUp: '2026-03-04', version: 1 })
    expect(given.json()).toMatchObject({
      owner: { id: bob, username: 'bob' },
      followUp: '2026-03-04',
      status: 'new',
      version: 2,
    })
    await desk.call('PATCH', `leads/${id}`, { owner: null })
    await asBob(id, { followUp: null })
    const { lead: now, changes } = await one(id)
    expect(now).toMatchObject({ owner: null, followUp: null, version: 4 })
    expect(
      changes.map((step: Record<string, string>) => [step.field, step.before, step.after, step.changedBy]),
    ).toEqual([
      ['follow_up', '2026-03-04', '', 'bob'],
      ['owner', 'bob', '', 'ada'],
      ['follow_up', '', '2026-03-04', 'ada'],
      ['owner', '', 'bob', 'ada'],
    ])
  })

  test('setting a field to its current value is not a change', async () => {
    const id = await desk.contact('Jo')
    const answer = await desk.call('PATCH', `leads/${id}`, { status: 'new', owner: null, version: 1 })
    expect(answer.json()).toMatchObject({ version: 1 })
    expect((await one(id)).changes).toEqual([])
  })

  test.each([
    [{ owner: NOBODY }, 'owner'],
    [{ version: 1 }, 'status'],
  ])('a bulk change of %j is refused with its field, and changes nothing', async (body, path) => {
    const id = await desk.contact('Jo')
    const answer = await desk.call('PATCH', `leads/${id}`, {
      status: 'closed',
      ...body,
      ...(path === 'status' && { status: undefined }),
    })
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path])
    expect(await lead(id)).toMatchObject({ status: 'new', version: 1 })
  })

  test('a disabled account cannot become the owner of a lead, but stays the owner of its leads', async () => {
    const eve = { username: 'eve', password: 'yet another four random words' }
    await addStaff(desk.api.sql, eve)
    const owners = (await desk.call('GET', 'lead-owners')).json()
    const account = owners.find((each: { username: string }) => each.username === 'eve')
    const id = await desk.contact('Jo')
    await desk.call('PATCH', `leads/${id}`, { owner: account.id })
    await disableAccount(desk.api.sql, 'eve', desk.api.clock.now)
    expect((await desk.call('GET', 'lead-owners')).json()).toHaveLength(2)
    expect(await lead(id)).toMatchObject({ owner: { username: 'eve' } })
    const other = await desk.contact('Sam')
    expect((await desk.call('PATCH', `leads/${other}`, { owner: account.id })).statusCode).toBe(400)
  })
})

describe('many leads', () => {
  const three = async () => [await desk.contact('A'), await desk.contact('B'), await desk.contact('C')]

  test('many leads are changed at once, each with its history, and restored by one undo', async () => {
    const ids = await three()
    await desk.call('PATCH', `leads/${ids[0]}`, { status: 'qualified', owner: ada })
    const answer = await change({
      leadIds: ids,
      versions: [2, 1, 1],
      change: { status: 'contacted', owner: bob, followUp: '2026-03-05' },
    })
    expect(answer.json()).toEqual({ changed: 3, undoToken: expect.any(String) })
    for (const id of ids)
      expect(await lead(id)).toMatchObject({
        status: 'contacted',
        owner: { username: 'bob' },
        followUp: '2026-03-05',
      })
    expect((await one(ids[1] ?? '')).changes).toHaveLength(3)
    expect((await undo(answer.json().undoToken)).json()).toEqual({ restored: 3, kept: 0 })
    expect(await lead(ids[0] ?? '')).toMatchObject({
      status: 'qualified',
      owner: { username: 'ada' },
      followUp: null,
    })
    expect(await lead(ids[1] ?? '')).toMatchObject({ status: 'new', owner: null, followUp: null })
  })

  test('a bulk change counts only the leads that it changes', async () => {
    const ids = await three()
    await desk.call('PATCH', `leads/${ids[0]}`, { status: 'closed' })
    expect((await change({ leadIds: ids, change: { status: 'closed' } })).json()).toMatchObject({
      changed: 2,
    })
    expect(await lead(ids[0] ?? '')).toMatchObject({ version: 2 })
  })

  test('the leads of a filter are changed if their number is as expected', async () => {
    await three()
    const wrong = await change({ filter: { q: 'a' }, expectedCount: 7, change: { status: 'closed' } })
    expect([wrong.statusCode, wrong.json().issues[0].path]).toEqual([409, 'expectedCount'])
    const all = await change({ filter: {}, expectedCount: 3, change: { owner: ada } })
    expect(all.json()).toMatchObject({ changed: 3 })
    expect(await desk.names('leads/search?owner=me')).toEqual(['C', 'B', 'A'])
  })

  test('a bulk change changes nothing if a colleague changed one of the leads, and names that lead', async () => {
    const ids = await three()
    await asBob(ids[1] ?? '', { status: 'qualified' })
    const answer = await change({ leadIds: ids, versions: [1, 1, 1], change: { status: 'closed' } })
    expect([answer.statusCode, answer.json().issues]).toEqual([
      409,
      [{ path: 'versions.1', message: 'is out of date' }],
    ])
    expect(answer.json().detail).toMatch(/^1 of the 3 chosen leads was changed since you opened the list/)
    expect(await lead(ids[0] ?? '')).toMatchObject({ status: 'new', version: 1 })
  })

  test('a bulk change changes nothing if one of the leads is deleted', async () => {
    const ids = await three()
    await desk.call('DELETE', 'leads/bulk-delete', { leadIds: [ids[2]] })
    const answer = await change({ leadIds: ids, change: { status: 'closed' } })
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([404, 'leadIds.2'])
    expect(await lead(ids[0] ?? '')).toMatchObject({ status: 'new' })
  })

  test('of two simultaneous bulk changes one succeeds', async () => {
    const ids = await three()
    const body = (status: string, order: string[]) => ({
      leadIds: order,
      versions: [1, 1, 1],
      change: { status },
    })
    const answers = await Promise.all([
      change(body('closed', ids)),
      change(body('qualified', [...ids].reverse())),
      change(body('contacted', ids)),
    ])
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 409, 409])
    expect(new Set(await Promise.all(ids.map(async id => (await lead(id)).status))).size).toBe(1)
  })

  test('undoing a bulk change keeps later changes', async () => {
    const ids = await three()
    const { undoToken } = (
      await change({ leadIds: ids, change: { status: 'contacted', followUp: TODAY } })
    ).json()
    await asBob(ids[0] ?? '', { status: 'qualified', followUp: '2026-03-09' })
    await asBob(ids[1] ?? '', { status: 'qualified' })
    expect((await undo(undoToken)).json()).toEqual({ restored: 2, kept: 1 })
    expect(await lead(ids[0] ?? '')).toMatchObject({ status: 'qualified', followUp: '2026-03-09' })
    expect(await lead(ids[1] ?? '')).toMatchObject({ status: 'qualified', followUp: null })
    expect(await lead(ids[2] ?? '')).toMatchObject({ status: 'new', followUp: null })
    const again = await undo(undoToken)
    expect([again.statusCode, again.json().issues[0].path]).toEqual([409, 'undoToken'])
    expect((await undo(v7())).statusCode).toBe(404)
  })

  test('several bulk changes are undone separately, and later deletions stay', async () => {
    const ids = await three()
    const changeOf = async (leadIds: (string | undefined)[]) =>
      (await change({ leadIds, change: { status: 'contacted' } })).json().undoToken
    const tokens = [await changeOf([ids[0]]), await changeOf(ids.slice(1))]
    await desk.call('DELETE', 'leads/bulk-delete', { leadIds: [ids[2]] })
    expect((await undo(tokens[1])).json()).toEqual({ restored: 1, kept: 1 })
    const statuses = async () => {
      const rows = await desk.api.sql`SELECT name, status FROM leads ORDER BY name`
      return rows.map(row => `${row.name} ${row.status}`)
    }
    expect(await statuses()).toEqual(['A contacted', 'B new', 'C contacted'])
    expect((await undo(tokens[0])).json()).toEqual({ restored: 1, kept: 0 })
    expect(await statuses()).toEqual(['A new', 'B new', 'C contacted'])
  })

  test('above a limit, stale leads are reported by their number', async () => {
    const ids: string[] = []
    for (let n = 0; n < 21; n += 1) ids.push(await desk.contact('A'))
    const answer = await change({
      leadIds: ids,
      versions: ids.map(() => 9),
      change: { status: 'closed' },
    })
    expect(answer.json().detail).toMatch(/^21 of the 21 chosen leads were changed/)
    expect(answer.json().issues).toHaveLength(20)
  })

  test('a bulk change is one entry of the audit log', async () => {
    const ids = await three()
    await change({ leadIds: ids, change: { status: 'closed' } })
    const [entry] = await desk.api.sql`SELECT actor, action, detail FROM audit_log ORDER BY id DESC LIMIT 1`
    expect(entry).toMatchObject({
      actor: 'ada',
      action: 'POST /api/admin/leads/bulk-change',
      detail: { leadIds: 3, status: 200 },
    })
  })
})

describe('due leads', () => {
  /** Leads named after their follow-up day. The clock is noon on 1 March. */
  const fill = async () => {
    const people = [
      ['Yesterday', { followUp: '2026-02-28', owner: ada }],
      ['Today', { followUp: TODAY, owner: bob, status: 'contacted' }],
      ['Tomorrow', { followUp: '2026-03-02', status: 'qualified' }],
      ['No day', { status: 'contacted' }],
      ['Closed', { followUp: '2026-02-01', status: 'closed', owner: ada }],
      ['New', null],
    ] as const
    for (const [name, body] of people) {
      const id = await desk.contact(name)
      if (body) await desk.call('PATCH', `leads/${id}`, body)
      later(desk.api.clock, 1000)
    }
  }
  const found = async (query: string) => desk.names(`leads/search?${query}`)

  test('due leads are found and counted, with their owner', async () => {
    await fill()
    expect(await found('followUp=due')).toEqual(['Today', 'Yesterday'])
    expect(await found('followUp=overdue')).toEqual(['Yesterday'])
    expect(await found('followUp=later')).toEqual(['Tomorrow'])
    expect(await found('followUp=none')).toEqual(['New', 'No day'])
    expect(await found('owner=me')).toEqual(['Closed', 'Yesterday'])
    expect(await found(`owner=${bob}`)).toEqual(['Today'])
    expect(await found('owner=none')).toEqual(['New', 'No day', 'Tomorrow'])
    expect(await found('owner=me&followUp=due')).toEqual(['Yesterday'])
    const answer = await desk.call('GET', 'leads/search?owner=me&limit=1')
    expect(answer.json()).toMatchObject({ total: 2, dueCount: 1, inbox: { total: 6, dueCount: 2 } })
    for (const wrong of ['owner=bob', 'followUp=soon'])
      expect((await desk.call('GET', `leads?${wrong}`)).statusCode).toBe(400)
  })

  test('in the order of next steps due leads come first, where a new lead is due at its arrival', async () => {
    await fill()
    const order = ['Yesterday', 'Today', 'New', 'Tomorrow', 'No day', 'Closed']
    expect(await found('order=next')).toEqual(order)
    const rows = (await desk.call('GET', 'leads.csv?order=next')).body.trim().split('\r\n')
    expect(rows.map(row => row.split(',')[1])).toEqual(['Name', ...order])
  })
})
