import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { MutationObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { interrupt, interruptions } from './interruptions.ts'
import { LOGIN_KEY, openQueryClient } from './query-client.ts'

const UNAUTHORISED = new ApiError(401, 'Unauthorized', '')
const NEEDED = new ApiError(403, 'Forbidden', '', { type: PASSWORD_NEEDED })

afterEach(() => interrupt({ hasEnded: false, refused: null, setup: undefined }))

const fail = (error: Error) => () => Promise.reject(error)
const change = (mutationFn: (input: string) => Promise<unknown>, mutationKey?: string[]) =>
  new MutationObserver(openQueryClient(), { mutationFn, ...(mutationKey && { mutationKey }) })
    .mutate('input')
    .catch(() => undefined)

test('only status 401 on a read ends the session', async () => {
  const client = openQueryClient()
  for (const error of [new ApiError(503, 'away', ''), new TypeError('Failed to fetch')]) {
    await client.fetchQuery({ queryKey: ['leads'], queryFn: fail(error) }).catch(() => undefined)
    expect(interruptions().hasEnded).toBe(false)
  }
  await client.fetchQuery({ queryKey: ['leads'], queryFn: fail(UNAUTHORISED) }).catch(() => undefined)
  expect(interruptions().hasEnded).toBe(true)
})

test('status 401 on a write ends the session, except on the login', async () => {
  await change(fail(UNAUTHORISED), LOGIN_KEY)
  expect(interruptions().hasEnded).toBe(false)
  await change(fail(UNAUTHORISED))
  expect(interruptions()).toEqual({ hasEnded: true, refused: null })
})

test.each([
  ['password_change_required', 'password'],
  ['second_factor_required', 'factor'],
  ['another_code', undefined],
])('a read refused with %s shows the account’s next step: %s', async (code, setup) => {
  const refused = new ApiError(403, 'Forbidden', '', { code })
  await openQueryClient()
    .fetchQuery({ queryKey: ['leads'], queryFn: fail(refused) })
    .catch(() => undefined)
  expect(interruptions()).toEqual({ hasEnded: false, refused: null, setup })
})

test('a write that needs the password again is repeated with the same input', async () => {
  const made: string[] = []
  await change(input => {
    made.push(input)
    return made.length === 1 ? Promise.reject(NEEDED) : Promise.resolve()
  })
  expect(interruptions().hasEnded).toBe(false)
  interruptions().refused?.()
  await expect.poll(() => made).toEqual(['input', 'input'])
})
