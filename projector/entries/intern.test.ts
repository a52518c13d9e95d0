import fc from 'fast-check'
import { expect, test } from 'vitest'
import { internText } from './intern.ts'

test('a text stays what it is, and half of an emoji becomes a sign that the store takes, however often it comes', () => {
  const texts = fc.oneof(
    fc.constantFrom('', 'spring', 'a\ud83d'),
    fc.string({ unit: 'binary', maxLength: 300 }),
  )
  fc.assert(
    fc.property(
      texts,
      text => internText(text) === text.toWellFormed() && internText(text) === text.toWellFormed(),
    ),
  )
})

test('more texts than are kept are all answered', () => {
  const texts = Array.from({ length: 12_000 }, (_, n) => `text ${n}`)
  expect([...texts, ...texts].map(internText)).toEqual([...texts, ...texts])
})
