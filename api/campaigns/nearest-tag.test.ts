import { slipsBetween } from '@firsttouch/infra/platform/slips'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openNearest } from './unknown-tags.ts'

const nearest = openNearest(['spring_roofs_2026', 'roof_repair', 'van'], value => value)

test.each([
  ['Spring_Roofs_2026', 'spring_roofs_2026', 'spelling'],
  ['spring-roofs-2026', 'spring_roofs_2026', 'spelling'],
  ['spring roofs 2026', 'spring_roofs_2026', 'spelling'],
  ['spirng_roofs_2026', 'spring_roofs_2026', 'typo'],
  ['sprng_rofs_2026', 'spring_roofs_2026', 'typo'],
  ['rof_repair', 'roof_repair', 'typo'],
  ['vn', 'van', 'typo'],
])('%s probably means %s (%s)', (value, found, likeness) => {
  expect(nearest(value)).toEqual({ found, likeness })
})

test.each(['summer_sale', 'roof', 'bus', '', '!!!', 'x'.repeat(255)])('%j resembles no campaign', value => {
  expect(nearest(value)).toBeNull()
})

/** Edit distance by the textbook algorithm with a full table. */
const plainly = (a: string, b: string): number => {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  )
  const at = (i: number, j: number) => d[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const row = d[i] ?? []
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] ?? 0, at(i - 2, j - 2) + 1)
    }
  return at(a.length, b.length)
}

test('the bounded edit distance equals the textbook’s, or exceeds the bound', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
      expect(Math.min(slipsBetween(a, b, most), most + 1)).toBe(Math.min(plainly(a, b), most + 1))
    }),
    { numRuns: 2000 },
  )
})

test('of several equally near values the first is meant', () => {
  const among = openNearest(['roof_a', 'roof_b', 'Roof-A'], value => value)
  expect(among('ROOF A')).toEqual({ found: 'roof_a', likeness: 'spelling' })
  expect(among('roof_c')).toEqual({ found: 'roof_a', likeness: 'typo' })
  const twice = openNearest(['summer_roofs_ab', 'summer_roofs_cde', 'summer_roofs_cd'], value => value)
  expect(twice('summer_roofs')).toEqual({ found: 'summer_roofs_ab', likeness: 'typo' })
})

test('a five-letter value may have two typos, a shorter one only one', () => {
  const among = openNearest(['roofs', 'roof'], value => value)
  expect(among('rxxfs')?.found).toBe('roofs')
  expect(among('rxxf')).toBeNull()
})

test('of two similar values the nearer is meant, at any position', () => {
  const among = openNearest(['spring_roofing', 'spring_roofs'], value => value)
  expect(among('spring_roof')?.found).toBe('spring_roofs')
  expect(openNearest(['', 'roofs'], value => value)('!!!')).toBeNull()
})

test.each([
  [255, 254, 1],
  [255, 255, 0],
  [255, 200, 3],
])('values of %i and %i letters differ by %i edits, where 3 are too many', (a, b, slips) => {
  expect(slipsBetween('x'.repeat(a), 'x'.repeat(b), 2)).toBe(slips)
})
