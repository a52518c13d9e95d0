import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const of = (...events: number[]) =>
  partsOf(
    events.map((n, bucket) => ({ bucket, events: n })),
    { buckets: 3, events: 10 },
  )

test('so many buckets at a time are looked at as hold few events, in their order, and each once', () => {
  expect(of()).toEqual([])
  expect(of(1, 1, 1, 1, 1)).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
  expect(of(5, 5, 1, 9, 2)).toEqual([[0, 1], [2, 3], [4]])
  expect(of(1, 50, 1, 60)).toEqual([[0], [1], [2], [3]])
})
