/** Details of a record: other records of the same person, without spam and deleted records. */
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff, cookiesOf, later, logIn } from '../../testing/api.ts'
import { postForm, TRIAL } from '../../testing/forms.ts'
import { openInboxDesk } from '../../testing/inbox.ts'

const ADA = { email: 'ada@example.com', phone: '07700 900123' }
const BOB = { username: 'bob', password: 'another four random words' }
const SESSION = 'utm_1772366000000_own'
const OTHER_SESSION = 'utm_1772366000000_other'

const desk = await openInboxDesk()
await addStaff(desk.api.sql, BOB)
const bobs = cookiesOf(await logIn(desk.api.app, BOB))
for (const table of ['leads', 'onboarding_submissions', 'trial_signups'])
  await dropIndexes(desk.api.sql, table)
beforeEach(() => desk.empty())

const details = async (path: string) => (await desk.call('GET', path)).json()
const remove = (id: string) => desk.call('DELETE', 'leads/bulk-delete', { leadIds: [id] })
const removeSubmission = (id: string) =>
  desk.call('DELETE', 'onboarding/bulk-delete', { submissionIds: [id] })
/** Moves the clock back, so that the next record is older than its predecessor in the table. */
const earlier = () => later(desk.api.clock, -60_000)
const namesOf = (rows: { name?: string; fullName?: string; additionalInfo?: string }[]) =>
  rows.map(row => row.name ?? row.fullName ?? row.additionalInfo)

/** Adds records that share something with Ada, and others that do not. */
const people = (
  add: (
    name: string,
    who: { email: string; phone: string; session?: string; spam?: boolean },
  ) => Promise<string>,
) => ({
  fill: async () => {
    await add('By number', { email: 'else@example.com', phone: '+44 7700 900123' })
    earlier()
    await add('By address', { email: 'ADA@example.com', phone: '' })
    earlier()
    await add('By both', { ...ADA, session: OTHER_SESSION })
    earlier()
    await add('A stranger', { email: 'bob@example.com', phone: '07700 900999', session: OTHER_SESSION })
    await add('Without a number', { email: 'eve@example.com', phone: '' })
    await add('Spam', { ...ADA, session: SESSION, spam: true })
    return add('Deleted', { ...ADA, session: SESSION })
  },
})

const SAME_PERSON = ['By number', 'By address', 'By both']

const leads = people((name, { email, phone, session, spam }) =>
  desk.contact(
    name,
    { email, phone, ...(spam && { leaveBlank: 'x' }) },
    session ? { 'x-session-id': session } : {},
  ),
)
const submissions = people((name, { email, phone, session, spam }) =>
  desk.onboard(
    name,
    { emailAddress: email, mobileNumber: phone || '01632 960000', ...(spam && { leaveBlank: 'x' }) },
    session ? { 'x-session-id': session } : {},
  ),
)
const trials = people(async (name, { email, phone, session, spam }) => {
  const body = {
    ...TRIAL,
    name,
    email,
    phone: phone || '01632 960000',
    additionalInfo: name,
    ...(spam && { leaveBlank: 'x' }),
  }
  return (
    await postForm(desk.api.app, 'trial-signup', body, session ? { 'x-session-id': session } : {})
  ).json().id
})

describe('a lead', () => {
  test('a lead shows and counts the other leads of its person, newest first', async () => {
    await remove(await leads.fill())
    const own = await desk.contact('Own', ADA)
    const { samePerson, lead } = await details(`leads/${own}`)
    expect(namesOf(samePerson)).toEqual(SAME_PERSON)
    expect(lead.samePerson).toBe(3)
    const listed = (await details('leads/search?spam=include')).items
    const counts = listed.map((one: { name: string; samePerson: number }) => [one.name, one.samePerson])
    expect(Object.fromEntries(counts)).toEqual({
      'By number': 2,
      'By address': 2,
      'By both': 3,
      'A stranger': 0,
      'Without a number': 0,
      Spam: 4,
      Own: 3,
    })
  })

  test('a lead shows the trials of its person and of its session, newest first', async () => {
    await remove(await trials.fill())
    const own = await desk.contact('Own', ADA, { 'x-session-id': SESSION })
    expect(namesOf((await details(`leads/${own}`)).trials)).toEqual(SAME_PERSON)
    const other = await desk.contact('Other', { email: 'new@example.com' }, { 'x-session-id': OTHER_SESSION })
    expect(namesOf((await details(`leads/${other}`)).trials)).toEqual(['By both', 'A stranger'])
    const none = await desk.contact('Nobody', { email: 'new@example.com' })
    expect((await details(`leads/${none}`)).trials).toEqual([])
  })

  test('a lead shows the onboarding of its person and of its session, newest first', async () => {
    await removeSubmission(await submissions.fill())
    const own = await desk.contact('Own', ADA, { 'x-session-id': SESSION })
    // Onboarding submissions marked as spam are still shown, because the customer has paid.
    expect(namesOf((await details(`leads/${own}`)).onboarding)).toEqual([
      'By number',
      'By address',
      'By both',
      'Spam',
    ])
    const other = await desk.contact('Other', { email: 'new@example.com' }, { 'x-session-id': OTHER_SESSION })
    expect(namesOf((await details(`leads/${other}`)).onboarding)).toEqual(['By both', 'A stranger'])
    const none = await desk.contact('Nobody', { email: 'new@example.com' })
    expect((await details(`leads/${none}`)).onboarding).toEqual([])
  })

  test('records with equal times are in descending order of their ids', async () => {
    const ids = [await desk.contact('A', ADA), await desk.contact('B', ADA), await desk.contact('C', ADA)]
    // The update moves the record to the end of the table.
    await desk.api.sql`UPDATE leads SET business = 'Changed' WHERE name = 'B'`
    const own = await desk.contact('Own', ADA)
    const { samePerson } = await details(`leads/${own}`)
    expect(samePerson.map((lead: { id: string }) => lead.id)).toEqual(ids.toSorted().toReversed())
  })

  test('a lead shows the additional text of its own trial form, and counts its own notes', async () => {
    for (const name of ['One', 'Two'])
      await postForm(desk.api.app, 'trial-signup', {
        ...TRIAL,
        name,
        email: `${name}@example.com`,
        additionalInfo: name,
      })
    const [two, one] = (await details('leads/search')).items
    await desk.call('POST', `leads/${one.id}/notes`, { body: 'Called' })
    expect([two, one].map(lead => lead.ownWords)).toEqual(['Two', 'One'])
    const listed = (await details('leads/search')).items
    expect(listed.map((lead: { staffNotes: number }) => lead.staffNotes)).toEqual([0, 1])
  })
})

test('a submission shows the leads of its person, newest first', async () => {
  await remove(await leads.fill())
  const own = await desk.onboard('Own', { emailAddress: ADA.email, mobileNumber: ADA.phone })
  expect(namesOf((await details(`onboarding/${own}`)).leads)).toEqual(SAME_PERSON)
})

describe.each([
  { inbox: 'leads', add: (name: string) => desk.contact(name) },
  { inbox: 'onboarding', add: (name: string) => desk.onboard(name) },
])('of $inbox', ({ inbox, add }) => {
  const asBob = (id: string, payload: object) =>
    desk.api.app.inject({ method: 'PATCH', url: `/api/admin/${inbox}/${id}`, cookies: bobs, payload })

  test('each record shows its own notes, newest first, also with equal times', async () => {
    const [own, other] = [await add('Own'), await add('Other')]
    const write = (id: string, body: string) => desk.call('POST', `${inbox}/${id}/notes`, { body })
    await write(own, 'Newest')
    await write(other, 'Of the other')
    earlier()
    for (const body of ['First', 'Second', 'Third']) await write(own, body)
    await desk.api.sql`UPDATE staff_notes SET author = author WHERE body = 'Second'`
    const bodies = (await details(`${inbox}/${own}`)).notes.map((note: { body: string }) => note.body)
    expect(bodies).toEqual(['Newest', 'Third', 'Second', 'First'])
    expect((await details(`${inbox}/${other}`)).notes).toHaveLength(1)
    const { items } = await details(`${inbox}/search`)
    const counted = items.map((item: { id: string; staffNotes: number }) => [item.id, item.staffNotes])
    expect(Object.fromEntries(counted)).toEqual({ [own]: 4, [other]: 1 })
  })

  test('each record shows its own changes, newest first, and a stale change names the author of the newest', async () => {
    const [own, other] = [await add('Own'), await add('Other')]
    await desk.call('PATCH', `${inbox}/${own}`, { spam: true })
    earlier()
    await asBob(own, { spam: false, version: 2 })
    await desk.call('PATCH', `${inbox}/${other}`, { spam: true })
    const { changes } = await details(`${inbox}/${own}`)
    expect(changes.map((change: { before: string; after: string }) => [change.before, change.after])).toEqual(
      [
        ['staff', ''],
        ['', 'staff'],
      ],
    )
    const stale = (await desk.call('PATCH', `${inbox}/${own}`, { spam: true, version: 2 })).json()
    expect(stale.detail).toMatch(/^bob has changed this/)
    expect(stale.issues[0].message).toMatch(/is at 3$/)
    expect((await details(`${inbox}/${other}`)).changes).toHaveLength(1)
  })
})
