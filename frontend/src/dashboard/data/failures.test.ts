import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { isOutdated, isPasswordNeeded, isUnauthorised, readFailure, writeFailure } from './failures.ts'

const problem = (status: number, detail?: string) =>
  new ApiError(status, 'Some Status', JSON.stringify({ detail }), detail ? { detail } : {})
const UNKNOWN = /not known whether the change was saved/

test.each([
  ['a lost response', new TypeError('Failed to fetch'), UNKNOWN, true],
  ['a truncated response', new SyntaxError('Unexpected end of JSON input'), UNKNOWN, true],
  ['our own time-out', new DOMException('timed out', 'TimeoutError'), UNKNOWN, true],
  ['a 500 without a text', new ApiError(500, 'Internal Server Error', ''), UNKNOWN, true],
  ['a 502 of a proxy', new ApiError(502, 'Bad Gateway', '<html><h1>Bad Gateway</h1>'), UNKNOWN, true],
  ['a 504 of a proxy', new ApiError(504, 'Gateway Timeout', ''), UNKNOWN, true],
  ['a 503 with a reason', problem(503, 'The store does not answer.'), /^The store does not answer\.$/, true],
  ['a refusal with a reason', problem(400, 'Domain must be a full address.'), /^Domain must be/, false],
  ['a refusal without a text', new ApiError(403, 'Forbidden', ''), /\(403\)\. Nothing was changed\.$/, false],
  ['a deleted record', problem(404, 'It is gone.'), /^It is gone/, true],
  ['a version conflict', problem(409, 'Somebody changed it.'), /^Somebody/, true],
])(
  'after %s the message says what is known, and possibly stale data is refetched',
  (_, error, words, outdated) => {
    expect(writeFailure(error)).toMatch(words)
    expect(isOutdated(error)).toBe(outdated)
  },
)

test('a server error is not reported as an unreachable server', () => {
  expect(readFailure(new ApiError(500, 'Internal Server Error', ''))).toBe(
    'The server answered with an error (500).',
  )
  expect(readFailure(new TypeError('Failed to fetch'))).toBe('The server could not be reached.')
})

test('statuses up to 499 are refusals, and 401 and the password request are recognised', () => {
  const untold = (status: number) => new ApiError(status, '', '')
  expect([499, 500].map(status => isOutdated(untold(status)))).toEqual([false, true])
  expect([400, 404, 409, 410].map(status => isOutdated(untold(status)))).toEqual([false, true, true, false])
  expect([untold(401), untold(403), new TypeError('x')].map(isUnauthorised)).toEqual([true, false, false])
  const wanted = new ApiError(403, '', '', { type: PASSWORD_NEEDED })
  expect([wanted, untold(403), new TypeError('x')].map(isPasswordNeeded)).toEqual([true, false, false])
})
