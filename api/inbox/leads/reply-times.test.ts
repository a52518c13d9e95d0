import { beforeEach, expect, test } from 'vitest'
import { addStaff, cookiesOf, later, logIn, STAFF } from '../../testing/api.ts'
import { postForm, TRIAL } from '../../testing/forms.ts'
import { openInboxDesk } from '../../testing/inbox.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PASSWORD = { password: 'four other words here' }
const desk = await openInboxDesk()
for (const username of ['bob', 'cat']) await addStaff(desk.api.sql, { username, ...PASSWORD })
beforeEach(async () => {
  await desk.empty()
  // A Monday.
  desk.api.clock.now = new Date('2026-03-02T12:00:00.000Z')
  await desk.logInAgain()
})
const patch = async (id: string, change: object) => {
  const answer = await desk.call('PATCH', `leads/${id}`, change)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
/** Logs in again, because idle sessions expire after 30 minutes. */
const after = async (ms: number) => {
  later(desk.api.clock, ms)
  await desk.logInAgain()
}
const times = async (query = '') => (await desk.call('GET', `reply-times${query}`)).json()

test('the first change away from new is the first reply, which stays if the lead becomes new again', async () => {
  const id = await desk.contact('Ann')
  const one = async () => (await desk.call('GET', `leads/${id}`)).json().lead
  expect(await one()).toMatchObject({
    ...{ firstReplyAt: null, firstReplyBy: null },
    replyDueAt: '2026-03-03T12:00:00.000Z',
  })
  await after(25 * MINUTE)
  expect(await patch(id, { status: 'contacted' })).toMatchObject({
    ...{ firstReplyAt: '2026-03-02T12:25:00.000Z', firstReplyBy: 'ada' },
  })
  await after(MINUTE)
  expect(await patch(id, { status: 'closed' })).toMatchObject({ firstReplyAt: '2026-03-02T12:25:00.000Z' })
  expect(await patch(id, { status: 'new' })).toMatchObject({ firstReplyAt: '2026-03-02T12:25:00.000Z' })
  expect(await desk.names('leads?waiting=yes')).toEqual(['Ann'])
  expect(await times()).toMatchObject({ answered: 1, medianSeconds: 1500 })
  await after(MINUTE)
  expect(await patch(id, { status: 'qualified' })).toMatchObject({ firstReplyAt: '2026-03-02T12:25:00.000Z' })
})

test('a bulk change replies to many leads at once, and after its undo they wait again', async () => {
  const ids = [await desk.contact('Ann'), await desk.contact('Ben')]
  await after(10 * MINUTE)
  const change = { leadIds: ids, change: { status: 'contacted' } }
  const { undoToken } = (await desk.call('POST', 'leads/bulk-change', change)).json()
  expect(await times()).toMatchObject({ answered: 2, medianSeconds: 600 })
  await desk.call('POST', 'leads/bulk-change/undo', { undoToken })
  expect(await times()).toEqual({ answered: 0, medianSeconds: null, people: [], owners: [] })
  expect(await desk.names('leads?waiting=yes')).toHaveLength(2)
})

test('a lead is late after its page’s promise, and the longest wait comes first', async () => {
  await desk.contact('Early')
  await after(HOUR)
  await postForm(desk.api.app, 'trial-signup', { ...TRIAL, name: 'Trial' })
  const answered = await desk.contact('Answered')
  await desk.contact('Spam', { leaveBlank: 'x' })
  await patch(answered, { status: 'contacted' })
  await after(2 * HOUR)
  expect(await desk.names('leads?waiting=late')).toEqual([])
  await after(MINUTE)
  expect(await desk.names('leads?waiting=late')).toEqual(['Trial'])
  const { lateCount, inbox } = (await desk.call('GET', 'leads/search?q=Early')).json()
  expect([lateCount, inbox.lateCount]).toEqual([0, 1])
  await after(22 * HOUR)
  expect(await desk.names('leads?waiting=late&order=waiting')).toEqual(['Early', 'Trial'])
  expect(await desk.names('leads?order=waiting')).toEqual(['Early', 'Trial', 'Answered'])
})

test('the longest waits are read page by page', async () => {
  for (const name of ['Ann', 'Ben', 'Cat']) {
    await desk.contact(name)
    await after(MINUTE)
  }
  await patch(await desk.contact('Dan'), { status: 'closed' })
  const read: string[] = []
  for (let cursor = '', pages = 0; pages < 4; pages += 1) {
    const page = (
      await desk.call('GET', `leads/search?order=waiting&limit=1${cursor && `&cursor=${cursor}`}`)
    ).json()
    read.push(...page.items.map((item: { name: string }) => item.name))
    cursor = page.nextCursor
  }
  expect(read).toEqual(['Ann', 'Ben', 'Cat', 'Dan'])
})

test('the median covers the leads of the filter, and is grouped by author of the reply and by owner', async () => {
  const owners: { id: string; username: string }[] = (await desk.call('GET', 'lead-owners')).json()
  const ownerOf = (name: string) => owners.find(one => one.username === name)?.id ?? null
  const answer = async (minutes: number, person: string) => {
    const id = await desk.contact(`after ${minutes}`)
    await after(minutes * MINUTE)
    const cookies = cookiesOf(
      await logIn(desk.api.app, { ...STAFF, ...(person !== 'ada' && PASSWORD), username: person }),
    )
    const url = `/api/admin/leads/${id}`
    await desk.api.app.inject({ method: 'PATCH', url, cookies, body: { status: 'contacted' } })
    // Bob becomes the owner later. The last lead has no owner.
    if (minutes !== 30) await patch(id, { owner: ownerOf('bob') })
  }
  await answer(90, 'bob')
  await answer(40, 'ada')
  await answer(10, 'cat')
  await answer(30, 'cat')
  await desk.contact('Waits')
  expect(await times()).toEqual({
    answered: 4,
    medianSeconds: 35 * 60,
    people: [
      { person: 'cat', answered: 2, medianSeconds: 20 * 60 },
      { person: 'ada', answered: 1, medianSeconds: 40 * 60 },
      { person: 'bob', answered: 1, medianSeconds: 90 * 60 },
    ],
    owners: [
      { owner: 'bob', answered: 3, medianSeconds: 40 * 60 },
      { owner: null, answered: 1, medianSeconds: 30 * 60 },
    ],
  })
  expect(await times(`?owner=${ownerOf('bob')}&q=90`)).toMatchObject({ answered: 1, medianSeconds: 5400 })
  expect(await times('?from=2026-03-03')).toMatchObject({ answered: 0, medianSeconds: null })
  expect((await desk.call('GET', 'reply-times?waiting=soon')).json().issues).toEqual([
    { path: 'waiting', message: 'waiting must be one of yes, late' },
  ])
})
