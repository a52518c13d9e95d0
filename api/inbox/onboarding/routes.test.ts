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

test('the mark for spam is put on one alone, and once', async () => {
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
