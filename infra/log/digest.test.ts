import { expect, test } from 'vitest'
import { differenceOf, openDigests } from './digest.ts'

const read = (...parts: [partition: number, key: string, value: string][]) => {
  const digests = openDigests(2)
  for (const [partition, key, value] of parts) digests.take(partition, { key, value })
  return digests.read()
}

test('the same entries in the same order are the same, whatever stands between them in other partitions', () => {
  expect(
    differenceOf(
      read([0, 'a', '1'], [1, 'b', '2'], [0, 'c', '3']),
      read([1, 'b', '2'], [0, 'a', '1'], [0, 'c', '3']),
    ),
  ).toBeNull()
})

test('another order, a repeat, a lack and a text that is cut elsewhere differ, and where is said', () => {
  const one = read([0, 'a', '1'], [1, 'b', '2'], [1, 'c', '3'])
  expect(differenceOf(one, read([0, 'a', '1'], [1, 'c', '3'], [1, 'b', '2']))).toBe(1)
  expect(differenceOf(one, read([0, 'a', '1'], [0, 'a', '1'], [1, 'b', '2'], [1, 'c', '3']))).toBe(0)
  expect(differenceOf(one, read([0, 'a', '1'], [1, 'b', '2']))).toBe(1)
  expect(differenceOf(one, read([0, 'a1', ''], [1, 'b', '2'], [1, 'c', '3']))).toBe(0)
  expect(differenceOf(one, one.slice(0, 1))).not.toBeNull()
})

test('what was read stays as it was when more is taken', () => {
  const digests = openDigests(1)
  digests.take(0, { key: 'a', value: '1' })
  const before = digests.read()
  digests.take(0, { key: 'a', value: '2' })
  expect(before).toEqual(openDigestsOf(1))
  expect(digests.read()).not.toEqual(before)
})

const openDigestsOf = (n: number) => {
  const digests = openDigests(1)
  for (let i = 1; i <= n; i++) digests.take(0, { key: 'a', value: `${i}` })
  return digests.read()
}
