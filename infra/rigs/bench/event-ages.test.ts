import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agesOf } from './event-ages.ts'

test('events wait for the next round and for it to end', () => {
  const rounds = [0, 200, 400].map(at => ({ at: 1_000 + at, lagMs: 300 }))
  const ages = agesOf(rounds)
  expect([ages.length, Math.max(...ages), Math.min(...ages)]).toEqual([400, 300, 101])
})

test('are as old as they are, whenever rounds begin and end', () => {
  const lengths = fc.array(
    fc.record({ rest: fc.integer({ min: 0, max: 50 }), took: fc.integer({ min: 1, max: 90 }) }),
    { minLength: 2, maxLength: 20 },
  )
  fc.assert(
    fc.property(lengths, all => {
      // A round takes all that came until it begins.
      let taken = 0
      let now = 0
      const expected: number[] = []
      const rounds = all.map(({ rest, took }, i) => {
        const begins = now + rest + 1
        const at = begins + took
        const from = taken
        if (i < all.length - 1) for (let came = from; came < begins; came++) expected.push(at - came)
        taken = begins
        now = at
        return { at, lagMs: at - from }
      })
      expect(agesOf(rounds)).toEqual(expected)
    }),
    { endOnFailure: true },
  )
})
