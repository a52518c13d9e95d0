import { expect, test } from 'vitest'
import { LIMITS, openLimit, TooManyDeadLetters } from './limit.ts'

const fails = (count: number) => Array<boolean>(count).fill(true)
const fine = (count: number) => Array<boolean>(count).fill(false)

test('a hundred failures in a row are borne, one more is not', () => {
  const limit = openLimit()
  limit.weigh(fails(60))()
  limit.weigh(fails(40))()
  expect(() => limit.weigh(fails(1))).toThrow(TooManyDeadLetters)
  expect(() => openLimit().weigh(fails(101))).toThrow(TooManyDeadLetters)
})

test('a success ends the row', () => {
  const limit = openLimit()
  limit.weigh([...fails(100), ...fine(1), ...fails(100)])()
  expect(() => limit.weigh(fails(1))).toThrow(TooManyDeadLetters)
})

test('ten failures among the last thousand are borne, eleven are not', () => {
  const limit = openLimit()
  limit.weigh([...fails(10), ...fine(990)])()
  // The oldest failures fall out of the window as new ones come.
  limit.weigh([...fails(10), ...fine(990)])()
  limit.weigh([true, ...fine(500), ...fails(9)])()
  expect(() => limit.weigh([true])).toThrow('11 of the last 1000')
})

test('a share of fewer than a thousand entries means nothing', () => {
  const limit = openLimit()
  limit.weigh([...fails(50), ...fine(1), ...fails(50), ...fine(1)])()
  expect(() => limit.weigh(fine(2_000))()).not.toThrow()
  expect(() => limit.weigh(fails(LIMITS.inWindow))()).not.toThrow()
})

test('a round that is not done does not count', () => {
  const limit = openLimit()
  limit.weigh(fails(100))
  limit.weigh(fails(100))()
  expect(() => limit.weigh(fails(1))).toThrow(TooManyDeadLetters)
})
