import { expect, test } from 'vitest'
import { counted } from './format.ts'
import { plural } from './plural.ts'

test.each([
  [0, '0 leads are back.'],
  [1, '1 lead is back.'],
  [2, '2 leads are back.'],
  [1.5, '1.5 leads are back.'],
  [1001, '1,001 leads are back.'],
])('the count %d gives: %s', (value, sentence) => {
  expect(`${counted(value, 'leads')} ${plural(value, 'is', 'are')} back.`).toBe(sentence)
})

test.each(['entries', 'queries', 'leads', 'visitors', 'days'])('one of the %s is singular', noun => {
  expect(counted(1, noun)).toBe(`1 ${{ entries: 'entry', queries: 'query' }[noun] ?? noun.slice(0, -1)}`)
  expect(counted(2, noun)).toBe(`2 ${noun}`)
})
