import { expect, test } from 'vitest'
import { restoredText } from './use-inbox.ts'

test.each([
  [0, '0 leads are back.'],
  [1, '1 lead is back.'],
  [2, '2 leads are back.'],
  [1_001, '1,001 leads are back.'],
])('the text for %i leads agrees with its verb', (n, text) => expect(restoredText(n, 'leads')).toBe(text))
