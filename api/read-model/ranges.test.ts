import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { expect, test } from 'vitest'
import { clip, isIn, NEVER_MS, outside, type Range } from './ranges.ts'

const random = (most: number) => Math.floor(Math.random() * most)
/** Sorted and disjoint. */
const someRanges = (stepMs: number): Range[] => {
  const ends = [...new Set(Array.from({ length: 8 }, () => random(200) * stepMs))].toSorted((a, b) => a - b)
  return Array.from(
    { length: Math.floor(ends.length / 2) },
    (_, i): Range => [ends[2 * i] ?? 0, ends[2 * i + 1] ?? 0],
  )
}

test('clipping a range leaves the part of it that is inside the period', () => {
  for (let run = 0; run < 200; run += 1) {
    const ranges = someRanges(DAY_MS)
    const of: Range = [random(100) * DAY_MS, random(200) * DAY_MS]
    for (let at = 0; at < 201 * DAY_MS; at += DAY_MS / 2)
      expect(isIn(clip(ranges, of), at)).toBe(isIn(ranges, at) && isIn([of], at))
  }
})

test('the complement of ranges is all time outside them, from 1970 on', () => {
  for (let run = 0; run < 200; run += 1) {
    const ranges = someRanges(DAY_MS)
    const others = outside(ranges)
    for (const at of [0, NEVER_MS - 1, ...Array.from({ length: 50 }, () => random(201 * DAY_MS))])
      expect(isIn(others, at)).toBe(!isIn(ranges, at))
  }
  expect(outside([])).toEqual([[0, NEVER_MS]])
  expect(outside([[0, NEVER_MS]])).toEqual([])
})
