import fc from 'fast-check'
import { validate, version } from 'uuid'
import { expect, test, vi } from 'vitest'
import { newSessionId, timeOf, uuidv7 } from './ids.ts'

test('an event id is a UUIDv7 with its time, for every time and random value', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 47 }), fc.uint8Array({ minLength: 10, maxLength: 10 }), (now, random) => {
      const id = uuidv7(now, random)
      expect(validate(id)).toBe(true)
      expect(version(id)).toBe(7)
      expect(timeOf(id)).toBe(now)
    }),
  )
})

test('two events of one millisecond have different ids', () => {
  expect(uuidv7(5)).not.toBe(uuidv7(5))
})

test('a session id is utm_, the time and random characters', () => {
  expect(newSessionId(1_767_225_600_000)).toMatch(/^utm_1767225600000_[0-9a-z]{12}$/)
})

test('an event id holds the time and all random bits except version and variant', () => {
  const random = Uint8Array.from([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xfe, 0x06])
  expect(uuidv7(0x0123456789ab, random)).toBe('01234567-89ab-7012-a345-6789abcdeffe')
})

test('without a random number generator ids still differ', () => {
  const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
    throw new DOMException('no', 'OperationError')
  })
  const ids = [uuidv7(5), uuidv7(5)]
  const session = newSessionId(5)
  random.mockRestore()
  expect(ids.map(id => validate(id))).toEqual([true, true])
  expect(ids[0]).not.toBe(ids[1])
  expect(session).toMatch(/^utm_5_[0-9a-z]{12}$/)
  expect(new Set(session.slice(6)).size).toBeGreaterThan(1)
})
