import { expect, test } from 'vitest'
import { KINDS, newLeadsQuery, notificationChoice } from './notifications.ts'

test.each([
  [{ email: '', kinds: [] }, []],
  [{ email: ' ada@example.com\n', kinds: [...KINDS] }, []],
  [{ email: 'ada', kinds: [] }, ['email']],
  [{ email: 7, kinds: [] }, ['email']],
  [{ email: '', kinds: ['weather'] }, ['kinds.0']],
  [{ email: '', kinds: ['lead', 'trial', 'lead'] }, ['kinds']],
  [{ email: '', kinds: [], more: 1 }, ['']],
])('the choice %j is refused at %j', (choice, paths) => {
  const { error, data } = notificationChoice.safeParse(choice)
  expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(paths)
  if (data) expect(data.email).toBe(String(choice.email).trim())
})

test.each([
  ['2020-01-01T00:00:00.000Z', true],
  ['2099-12-31T23:59:59.999Z', true],
  ['2019-12-31T23:59:59.999Z', false],
  ['2100-01-01T00:00:00.000Z', false],
  ['2026-03-01', false],
  [undefined, true],
])('a request for leads since %j is valid: %j', (since, isTaken) => {
  expect(newLeadsQuery.safeParse({ since }).success).toBe(isTaken)
})

test('an invalid time is refused with one sentence', () => {
  expect(newLeadsQuery.safeParse({ since: 'today' }).error?.issues.map(({ message }) => message)).toEqual([
    'since must be a time such as 2026-03-01T12:00:00.000Z',
  ])
})
