import { expect, test } from 'vitest'
import { LIMITS, type Limit, openLimit, TooManyDeadLetters } from './dead-letter-limit.ts'

const fails = (count: number) => Array<boolean>(count).fill(true)
const fine = (count: number) => Array<boolean>(count).fill(false)
const take = (limit: Limit, failed: boolean[]) => {
  limit.check(failed)
  limit.add(failed)
}

test('a hundred failures in a row are within the limit, one more is not', () => {
  const limit = openLimit()
  take(limit, fails(60))
  take(limit, fails(40))
  expect(() => limit.check(fails(1))).toThrow(TooManyDeadLetters)
  expect(() => openLimit().check(fails(101))).toThrow(TooManyDeadLetters)
})

test('a success ends the row of failures', () => {
  const limit = openLimit()
  take(limit, [...fails(100), ...fine(1), ...fails(100)])
  expect(() => limit.check(fails(1))).toThrow(TooManyDeadLetters)
})

test('ten failures among the last thousand are within the limit, eleven are not', () => {
  const limit = openLimit()
  take(limit, [...fails(10), ...fine(990)])
  // New results push the oldest failures out of the window.
  take(limit, [...fails(10), ...fine(990)])
  take(limit, [true, ...fine(500), ...fails(9)])
  expect(() => limit.check([true])).toThrow('11 of the last 1000')
})

test('the limit of ten failures in a thousand applies only once a thousand entries were read', () => {
  const limit = openLimit()
  take(limit, [...fails(50), ...fine(1), ...fails(50), ...fine(1)])
  expect(() => take(limit, fine(2_000))).not.toThrow()
  expect(() => take(limit, fails(LIMITS.inWindow))).not.toThrow()
})

test('failures in an uncommitted batch do not count towards the limits', () => {
  const limit = openLimit()
  limit.check(fails(100))
  take(limit, fails(100))
  expect(() => limit.check(fails(1))).toThrow(TooManyDeadLetters)
})
