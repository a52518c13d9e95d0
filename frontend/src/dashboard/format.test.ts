import { expect, test } from 'vitest'
import { agreeing, counted } from './format.ts'
import { restoredText } from './use-inbox.ts'

test.each([
  [0, '0 leads are back.'],
  [1, '1 lead is back.'],
  [2, '2 leads are back.'],
  [1_001, '1,001 leads are back.'],
])('%i leads agree with their verb', (n, text) => expect(restoredText(n, 'leads')).toBe(text))

test('a noun and a word agree with their number', () => {
  expect([counted(1, 'visits'), counted(21, 'visits')]).toEqual(['1 visit', '21 visits'])
  expect([agreeing(1, 'is', 'are'), agreeing(0, 'is', 'are')]).toEqual(['is', 'are'])
})
