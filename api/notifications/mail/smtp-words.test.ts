import { expect, test } from 'vitest'
import { isForGood, type SmtpFailure, smtpReason } from './smtp.ts'

const reason = (failure: Partial<SmtpFailure>) =>
  smtpReason({ message: 'it broke', ...failure }, { host: 'mail.example.com', port: 587 }).replace(
    'The mail server mail.example.com:587 ',
    '',
  )

test.each([
  ['RCPT TO', true, true],
  ['DATA', true, true],
  ['RCPT TO', false, false],
  ['MAIL FROM', true, false],
  ['AUTH PLAIN', true, false],
  ['XDATA', true, false],
  ['DATA x', true, false],
  [undefined, true, false],
])('%s, permanent %s: for good %s', (command, permanent, forGood) => {
  expect(isForGood({ command, permanent, message: '' })).toBe(forGood)
})

test.each<[Partial<SmtpFailure>, string]>([
  [{ responseCode: 499 }, 'refuses to work for now (499).'],
  [{ responseCode: 500 }, 'refuses to work (500).'],
  [
    { responseCode: 550, command: 'DATA', response: '5.7.1 a\r\nb' },
    'rejects this message (550). Answer: 5.7.1 a b',
  ],
  [{ responseCode: 454, code: 'EAUTH' }, 'rejects the user name and password of SMTP_URL for now (454).'],
  [{ code: 'EDNS' }, 'was not found: this name has no address. Check it for typos.'],
  [{ code: 'ETIMEDOUT' }, 'did not answer in time.'],
  [{ code: 'EABORT' }, 'took too long, and the try was ended.'],
  [
    { code: 'ETLS', responseCode: 454 },
    'offers no TLS that can be trusted (it broke). For a server without TLS add ?tls=off to SMTP_URL.',
  ],
  [{ code: 'EAUTH' }, 'rejects the user name and password of SMTP_URL (it broke).'],
  [{ code: 'ENOAUTH' }, 'rejects the user name and password of SMTP_URL (it broke).'],
  [{ message: 'connect ECONNREFUSED 1.2.3.4' }, 'refuses connections.'],
  [
    { message: 'Hostname does not match altnames' },
    'has a certificate that cannot be trusted (Hostname does not match altnames).',
  ],
  [{ message: 'self-signed' }, 'has a certificate that cannot be trusted (self-signed).'],
  [{}, 'closed the connection before it accepted the message (it broke).'],
  [
    { message: `ada@example.com ${'x'.repeat(300)}` },
    `closed the connection before it accepted the message ([removed] ${'x'.repeat(184)}).`,
  ],
])('%o: %s', (failure, words) => {
  expect(reason(failure)).toBe(words)
})
