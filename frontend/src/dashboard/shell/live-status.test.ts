import { expect, test } from 'vitest'
import { lagWords } from './live-status.tsx'

test('recent figures show a lag, old figures are being counted, and an unknown lag says so', () => {
  expect(lagWords(0)).toEqual({ words: 'lag 0.0 s', isBehind: false })
  expect(lagWords(29_999)).toEqual({ words: 'lag 30 s', isBehind: false })
  // A lag of this size occurs after a restore, while the read models are rebuilt.
  expect(lagWords(90 * 86_400_000)).toEqual({
    words: 'being counted: figures are 2160 h old',
    isBehind: true,
  })
  expect(lagWords(null)).toEqual({ words: 'lag not known', isBehind: false })
})
