import { beforeEach, expect, test } from 'vitest'
import { later } from '../../testing/api.ts'
import { openInboxDesk } from '../../testing/inbox.ts'

const desk = await openInboxDesk()
beforeEach(() => desk.empty())

const fill = async () => {
  const people = [
    ['Zoe', { hasGoogleAds: true }],
    ['adam', { hasGoogleAds: false, notes: 'Call, please' }],
    ['Mia', { hasGoogleAds: true }],
    ['Spam', { hasGoogleAds: true, leaveBlank: 'x' }],
  ] as const
  for (const [name, more] of people) {
    await desk.onboard(name, more)
    later(desk.api.clock, 1000)
  }
}

test.each([
  ['', ['Mia', 'adam', 'Zoe']],
  ['account=yes', ['Mia', 'Zoe']],
  ['account=no', ['adam']],
  ['spam=only', ['Spam']],
  ['spam=include&account=yes', ['Spam', 'Mia', 'Zoe']],
  ['q=please', ['adam']],
  ['order=oldest', ['Zoe', 'adam', 'Mia']],
  ['order=name', ['adam', 'Mia', 'Zoe']],
])('a search by "%s" finds %j, and counts them', async (query, names) => {
  await fill()
  expect(await desk.names(`onboarding/search?${query}`)).toEqual(names)
  const { total, inbox } = (await desk.call('GET', `onboarding/search?${query}&limit=1`)).json()
  expect([total, inbox.total]).toEqual([names.length, 3])
  const list = await desk.call('GET', `onboarding?${query}`)
  expect(list.headers['x-total-count']).toBe(String(names.length))
})

test('the spam mark is set on one submission only, and setting it again changes nothing', async () => {
  const [own, other] = [await desk.onboard('Own'), await desk.onboard('Other')]
  const mark = (spam: boolean) => desk.call('PATCH', `onboarding/${own}`, { spam })
  expect((await mark(false)).json()).toMatchObject({ spamReason: '', version: 1 })
  expect((await mark(true)).json()).toMatchObject({ spamReason: 'staff', version: 2 })
  expect((await mark(true)).json()).toMatchObject({ spamReason: 'staff', version: 2 })
  expect(await desk.names('onboarding')).toEqual(['Other'])
  expect((await mark(false)).json()).toMatchObject({ spamReason: '', version: 3 })
  const { submission, changes } = (await desk.call('GET', `onboarding/${other}`)).json()
  expect([submission.version, changes]).toEqual([1, []])
})

test('a customer has onboarding steps, an owner and a follow-up day, and the history names who set them', async () => {
  const id = await desk.onboard('Own')
  const patch = async (body: object) => (await desk.call('PATCH', `onboarding/${id}`, body)).json()
  const owners = (await desk.call('GET', 'lead-owners')).json()
  expect(
    await patch({ done: ['live', 'access'], owner: owners[0].id, followUp: '2026-04-01' }),
  ).toMatchObject({
    ...{ done: ['live', 'access'], owner: owners[0], followUp: '2026-04-01', version: 2 },
  })
  expect(await patch({ done: ['access', 'keyword'], followUp: null })).toMatchObject({
    ...{ done: ['access', 'keyword'], owner: owners[0], followUp: null, version: 3 },
  })
  // Sending an existing value is not a change.
  expect(await patch({ done: ['keyword', 'access'] })).toMatchObject({ version: 3 })
  const { changes } = (await desk.call('GET', `onboarding/${id}`)).json()
  expect(
    changes.map((one: Record<string, string>) => `${one.field}: ${one.before} -> ${one.after}`).toSorted(),
  ).toEqual([
    'access:  -> done',
    'follow_up:  -> 2026-04-01',
    'follow_up: 2026-04-01 -> ',
    'keyword:  -> done',
    'live:  -> done',
    'live: done -> ',
    `owner:  -> ${owners[0].username}`,
  ])
  expect(await desk.names('onboarding/search?missing=access')).toEqual([])
  expect(await desk.names('onboarding/search?missing=live')).toEqual(['Own'])
  const { body: file } = await desk.call('GET', 'onboarding.csv')
  expect(file).toMatch(/,Created At,Access,Keyword,Landing Page,Live,Owner,Follow-up\r\n/)
  expect(file).toMatch(/,Yes,Yes,No,No,ada,\r\n/)
})

test('of two simultaneous changes of a customer the second is refused', async () => {
  const id = await desk.onboard('Own')
  const patch = (done: string[]) => desk.call('PATCH', `onboarding/${id}`, { done, version: 1 })
  expect((await patch(['access'])).statusCode).toBe(200)
  expect((await patch(['live'])).statusCode).toBe(409)
  const { submission } = (await desk.call('GET', `onboarding/${id}`)).json()
  expect(submission.done).toEqual(['access'])
})
