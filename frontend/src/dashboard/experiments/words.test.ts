import { expect, test } from 'vitest'
import { goalName, rangeInWords } from './words.ts'

test('an interval is told in fewer and more of every 1,000 visitors', () => {
  expect(rangeInWords([-0.0237, 0.0637])).toBe('23.7 fewer to 63.7 more')
  expect(rangeInWords([0.012, 0.03])).toBe('12 to 30 more')
  expect(rangeInWords([-0.0003, -0.00012])).toBe('0.1 to 0.3 fewer')
})

test('goals and guards are named in words', () => {
  expect([goalName('trial'), goalName('whatsapp_click'), goalName('qualified_lead')]).toEqual([
    'Trial sign-up',
    'WhatsApp click',
    'A lead that staff called qualified',
  ])
})
