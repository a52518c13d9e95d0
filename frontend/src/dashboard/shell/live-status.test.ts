import { expect, test } from 'vitest'
import { lagWords } from './live-status.tsx'

test('figures that are on their way have a lag, those that are old are being counted, and unknown is not nothing', () => {
  expect(lagWords(0)).toEqual({ words: 'lag 0.0 s', isBehind: false })
  expect(lagWords(29_999)).toEqual({ words: 'lag 30 s', isBehind: false })
  // Happens after a restore, while the read models are rebuilt.
  expect(lagWords(90 * 86_400_000)).toEqual({
    words: 'being counted: figures are 2160 h old',
    isBehind: true,
  })
  expect(lagWords(null)).toEqual({ words: 'lag not known', isBehind: false })
})
