import { expect, test } from 'vitest'
import { chatLink, mailLink, paymentLink } from './links.ts'

test('a chat link holds digits and an encoded text, whatever the number was', () => {
  expect(chatLink('+44 7700 900123', 'Hi & hello?')).toBe(
    'https://wa.me/447700900123?text=Hi%20%26%20hello%3F',
  )
  expect(chatLink('1?text=evil', 'x')).toBe('https://wa.me/1?text=x')
})

test('a mail link has one recipient and no header but its subject and body', () => {
  expect(mailLink('a&bcc=x@y.example', 'Hello\r\nBcc: z')).toBe(
    'mailto:a%26bcc%3Dx@y.example?subject=Hello%0D%0ABcc%3A%20z',
  )
  expect(mailLink('a@b.example', 's', 'b')).toBe('mailto:a@b.example?subject=s&body=b')
})

test('a payment link carries the session and the plan beside its own values', () => {
  expect(paymentLink('https://pay.example/x?locale=en', 'national', 'utm_1_a')).toBe(
    'https://pay.example/x?locale=en&utm_session_id=utm_1_a&plan_type=national',
  )
})

test('without consent a payment link names no session', () => {
  expect(paymentLink('https://pay.example/x', 'regional', undefined)).toBe(
    'https://pay.example/x?plan_type=regional',
  )
})

test('what is no web address is no payment link', () => {
  for (const link of ['', 'javascript:alert(1)', 'pay', 'data:text/html,x'])
    expect(paymentLink(link, 'regional', 'utm_1_a')).toBeUndefined()
})
