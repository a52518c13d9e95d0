import { expect, test } from 'vitest'
import type { Occurrence } from '../entries/content.ts'
import { findLosses } from './duplicates.ts'
import type { Known } from './known.ts'

const at = (partition: number, offset: number, more: Partial<Occurrence> = {}): Occurrence => ({
  partition,
  offset,
  index: 0,
  id: 'a',
  type: 'visit',
  content: 'one',
  ...more,
})
const stored = (occurrence: Occurrence): Known => ({ ...occurrence, minute: 0, sessionMinute: 0 })
/** Offsets below 10 are committed. */
const losses = (fresh: Occurrence[], known: Occurrence[] = []) =>
  findLosses(fresh, known.map(stored), ({ offset }) => offset < 10)
const sums = (fresh: Occurrence[], known?: Occurrence[]) => {
  const found = losses(fresh, known)
  const of = (name: 'duplicates' | 'conflicts') => found.reduce((sum, one) => sum + one[name], 0)
  return [of('duplicates'), of('conflicts')]
}

test('an event with an unknown id is not a duplicate', () => {
  expect(losses([at(0, 10), at(0, 11, { id: 'b' })])).toEqual([])
})

test('of the events with one id in a batch, all but the first are duplicates, also within an entry', () => {
  expect(sums([at(0, 10), at(0, 10, { index: 1 }), at(0, 11)])).toEqual([2, 0])
})

test('every new event with the id of a committed event is a duplicate', () => {
  expect(sums([at(0, 10), at(1, 10)], [at(0, 3)])).toEqual([2, 0])
})

test('rows of a failed batch do not count as earlier events', () => {
  expect(sums([at(0, 10)], [at(0, 10), at(1, 12)])).toEqual([0, 0])
})

test('a duplicate with another payload is a conflict, whichever event arrives first', () => {
  expect(sums([at(0, 10, { content: 'two' })], [at(0, 3)])).toEqual([1, 1])
  expect(sums([at(0, 10), at(0, 11, { content: 'two' })])).toEqual([1, 1])
})

test('a new event at a lower position counts, and the earlier event becomes the duplicate, under its type and partition', () => {
  const late = at(1, 10, { type: 'conversion', content: 'two' })
  expect(findLosses([late], [stored(at(0, 50))], () => true)).toEqual([
    { partition: 0, type: 'visit', duplicates: 1, conflicts: 1 },
  ])
})

test('duplicates count the same whether the store has merged them or still holds them', () => {
  const fresh = [at(0, 10)]
  expect(sums(fresh, [at(0, 3), at(0, 4), at(0, 4)])).toEqual(sums(fresh, [at(0, 3)]))
})
