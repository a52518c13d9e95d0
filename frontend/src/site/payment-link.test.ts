import { expect, test } from 'vitest'
import { paymentLink } from './plan-link.tsx'

test('a payment link carries the session and the plan next to its own parameters', () => {
  expect(paymentLink('https://pay.example/x?locale=en', 'national', 'utm_1_a')).toBe(
    'https://pay.example/x?locale=en&utm_session_id=utm_1_a&plan_type=national',
  )
})

test('without consent a payment link carries no session', () => {
  expect(paymentLink('https://pay.example/x', 'regional', undefined)).toBe(
    'https://pay.example/x?plan_type=regional',
  )
})

test('a link that is not http or https is no payment link', () => {
  for (const link of ['', 'javascript:alert(1)', 'pay', 'data:text/html,x'])
    expect(paymentLink(link, 'regional', 'utm_1_a')).toBeUndefined()
})
