import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { isOutdated, isPasswordNeeded, isUnauthorised, readFailure, writeFailure } from './failures.ts'

const problem = (status: number, detail?: string) =>
  new ApiError(status, 'Some Status', JSON.stringify({ detail }), detail ? { detail } : {})
const UNKNOWN = /not known whether the change was made/

test.each([
  ['a lost answer', new TypeError('Failed to fetch'), UNKNOWN, true],
  ['an answer cut off in its middle', new SyntaxError('Unexpected end of JSON input'), UNKNOWN, true],
  ['a time-out of ours', new DOMException('timed out', 'TimeoutError'), UNKNOWN, true],
  ['a 500 without a word', new ApiError(500, 'Internal Server Error', ''), UNKNOWN, true],
  ['a 502 of a proxy', new ApiError(502, 'Bad Gateway', '<html><h1>Bad Gateway</h1>'), UNKNOWN, true],
  ['a 504 of a proxy', new ApiError(504, 'Gateway Timeout', ''), UNKNOWN, true],
  ['a 503 that says why', problem(503, 'The store does not answer.'), /^The store does not answer\.$/, true],
  ['a refusal that says why', problem(400, 'Domain must be a full address.'), /^Domain must be/, false],
  ['a refusal without a word', new ApiError(403, 'Forbidden', ''), /\(403\)\. Nothing was changed\.$/, false],
  ['a record that is gone', problem(404, 'It is gone.'), /^It is gone/, true],
  ['a colleague who was quicker', problem(409, 'Somebody changed it.'), /^Somebody/, true],
])('after %s staff read what is known, and what may be old is fetched', (_, error, words, outdated) => {
  expect(writeFailure(error)).toMatch(words)
  expect(isOutdated(error)).toBe(outdated)
})

test('a server that answers with an error is not said to be out of reach', () => {
  expect(readFailure(new ApiError(500, 'Internal Server Error', ''))).toBe(
    'The server answered with an error (500).',
  )
  expect(readFailure(new TypeError('Failed to fetch'))).toBe('The server could not be reached.')
})

test('a refusal is one up to 499, whatever it says; a session that ended and a password are told apart', () => {
  const untold = (status: number) => new ApiError(status, '', '')
  expect([499, 500].map(status => isOutdated(untold(status)))).toEqual([false, true])
  expect([400, 404, 409, 410].map(status => isOutdated(untold(status)))).toEqual([false, true, true, false])
  expect([untold(401), untold(403), new TypeError('x')].map(isUnauthorised)).toEqual([true, false, false])
  const wanted = new ApiError(403, '', '', { type: PASSWORD_NEEDED })
  expect([wanted, untold(403), new TypeError('x')].map(isPasswordNeeded)).toEqual([true, false, false])
})
