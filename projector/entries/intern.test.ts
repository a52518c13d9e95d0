import fc from 'fast-check'
import { expect, test } from 'vitest'
import { internText } from './intern.ts'

test('intern returns equal text, and replaces half an emoji with a character that the store accepts', () => {
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

test('intern returns the right text also when its cache is full', () => {
  const texts = Array.from({ length: 12_000 }, (_, n) => `text ${n}`)
  expect([...texts, ...texts].map(internText)).toEqual([...texts, ...texts])
})
