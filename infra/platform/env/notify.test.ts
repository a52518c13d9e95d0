import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { isAddress, readMailbox } from './notify.ts'

const GOOD = '6f1e0a8d2c4b79635d1f'

test.each([
  [{ SMTP_URL: 'mail.shop.example:2525' }, 'SMTP_URL'],
  [{ SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://?' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://user:100%@mail.example.com' }, 'SMTP_URL'],
  [{ NOTIFY_FROM: 'nobody' }, 'NOTIFY_FROM'],
  [{ NOTIFY_FROM: 'A\r\nBcc: x@y.example <a@b.example>' }, 'NOTIFY_FROM'],
  [{ NOTIFY_TO: 'a@b.example, c' }, 'NOTIFY_TO'],
  [{ NOTIFY_TO: 'a@b.example\r\nBcc: x@y.example' }, 'NOTIFY_TO'],
  [{ WEBHOOK_URL: 'ftp://hooks.example.com' }, 'WEBHOOK_URL'],
  [{ WEBHOOK_URL: 'http://hooks.example.com', WEBHOOK_SECRET: GOOD }, 'WEBHOOK_URL'],
  [{ WEBHOOK_URL: 'https2://hooks.example.com', WEBHOOK_SECRET: GOOD }, 'WEBHOOK_URL'],
  [{ WEBHOOK_URL: 'https://user@hooks.example.com', WEBHOOK_SECRET: GOOD }, 'WEBHOOK_URL'],
  [{ WEBHOOK_URL: 'https://hooks.example.com' }, 'WEBHOOK_SECRET'],
  [{ WEBHOOK_SECRET: GOOD }, 'WEBHOOK_URL'],
  [{ WEBHOOK_URL: 'https://hooks.example.com', WEBHOOK_SECRET: 'short' }, 'WEBHOOK_SECRET'],
  [{ WEBHOOK_URL: 'https://hooks.example.com', WEBHOOK_SECRET: `whsec_${GOOD}!` }, 'WEBHOOK_SECRET'],
  [{ BACKUP_WITHIN_HOURS: '-1' }, 'BACKUP_WITHIN_HOURS'],
])('%o stops the start and names the variable without its value', (env: Record<string, string>, name) => {
  let said = ''
  try {
    readEnv(env)
  } catch (error) {
    said = String(error)
  }
  expect(said).toMatch(new RegExp(`\\n  ${name} `))
  for (const value of Object.values(env)) expect(said).not.toContain(value)
})

test('a named host may be used without TLS', () => {
  const env = { WEBHOOK_URL: 'http://n8n:5678/leads', WEBHOOK_SECRET: GOOD, WEBHOOK_ALLOW_HOSTS: 'n8n' }
  expect(readEnv(env)).toMatchObject({ WEBHOOK_URL: env.WEBHOOK_URL, WEBHOOK_ALLOW_HOSTS: ['n8n'] })
})

test('a mailbox is an address, with or without a name', () => {
  expect(readMailbox('a@b.example')).toEqual({ name: '', address: 'a@b.example' })
  expect(readMailbox('"First touch" <a@b.example>')).toEqual({ name: 'First touch', address: 'a@b.example' })
  expect(readMailbox('Büro <ü@münchen.de>')).toEqual({ name: 'Büro', address: 'ü@münchen.de' })
  for (const bad of ['<a@b.example', 'x <y> <a@b.example>', 'a@b', '']) expect(readMailbox(bad)).toBeNull()
})

test.each([
  'a+b.c@shop.example',
  'ü@münchen.de',
  '用户@例え.jp',
  'a@xn--mnchen-3ya.de',
  'a@xn--e1afmkfd.xn--p1ai',
  "o'neil@x-y.example",
])('%s is a valid mail address', address => {
  expect(isAddress(address)).toBe(true)
  expect(readEnv({ NOTIFY_TO: `b@c.example, ${address}`, SUPPORT_EMAIL: address }).NOTIFY_TO).toContain(
    address,
  )
})

test.each([
  'a',
  'a@b',
  '@b.example',
  'a b@c.example',
  'a@b@c.example',
  'a@b.example\r\nBcc: x',
  '<a@b.example>',
  'a@1.2.3.4',
])('%j is no valid mail address', text => expect(isAddress(text)).toBe(false))
