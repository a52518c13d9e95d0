import fc from 'fast-check'
import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { newSessionId, timeOf, uuidv7 } from './ids.ts'

test('an event id is a UUIDv7 that holds its time, for every time and every random bits', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 47 }), fc.uint8Array({ minLength: 10, maxLength: 10 }), (now, random) => {
      const id = uuidv7(now, random)
      expect(validate(id)).toBe(true)
      expect(version(id)).toBe(7)
      expect(timeOf(id)).toBe(now)
    }),
  )
})

test('two events of one millisecond have two ids', () => {
  expect(uuidv7(5)).not.toBe(uuidv7(5))
})

test('a session id is utm_, the time and random letters and digits', () => {
  expect(newSessionId(1_767_225_600_000)).toMatch(/^utm_1767225600000_[0-9a-z]{12}$/)
})
