import { expect, test } from 'vitest'
import { lagWords } from './live-status.tsx'

test('recent figures show a delay, old figures are catching up, and an unknown delay says so', () => {
  expect(lagWords(0)).toEqual({ words: 'delay 0.0 s', isBehind: false })
  expect(lagWords(29_999)).toEqual({ words: 'delay 30 s', isBehind: false })
  // A lag of this size occurs after a restore, while the read models are rebuilt.
  expect(lagWords(90 * 86_400_000)).toEqual({
    words: 'figures are 2160 h old, catching up',
    isBehind: true,
  })
  expect(lagWords(null)).toEqual({ words: 'delay not known', isBehind: false })
})
