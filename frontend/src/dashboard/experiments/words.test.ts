import { expect, test } from 'vitest'
import { amount, everyVisitors, goalName, rangeInWords, unitFor } from './words.ts'

test('the smaller a difference, the larger the number of visitors that it refers to', () => {
  expect([0.4, 0.02, 0.004, 0.0004].map(reach => everyVisitors(unitFor(reach)))).toEqual([
    'every 100 visitors',
    'every 100 visitors',
    'every 1,000 visitors',
    'every 10,000 visitors',
  ])
  expect(amount(-0.3512, unitFor(0.4))).toBe('35')
})

test('an interval is shown as fewer and more visitors', () => {
  const unit = unitFor(0.06)
  expect(rangeInWords([-0.0237, 0.0637], unit)).toBe('2.4 fewer to 6.4 more')
  expect(rangeInWords([0.012, 0.03], unit)).toBe('1.2 to 3 more')
  expect(rangeInWords([-0.03, -0.012], unit)).toBe('1.2 to 3 fewer')
})

test('goals and guards are named in words', () => {
  expect([goalName('trial'), goalName('whatsapp_click'), goalName('qualified_lead')]).toEqual([
    'Trial sign-up',
    'WhatsApp click',
    'A lead that staff marked as qualified',
  ])
})
