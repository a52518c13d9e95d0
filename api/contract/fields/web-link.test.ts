import { expect, test } from 'vitest'
import { parseWebLink } from './parse-web-link.ts'

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://x.test/1',
  'file:///etc/passwd',
  'mailto:jo@x.test',
  '//evil.test',
  'https:\\\\evil.test',
  'https://ok.test\\@evil.test/',
  'https://ok@evil.test',
  'https://ok:ok@evil.test',
  'https://:ok@evil.test',
  'ht\ttps://evil.test',
  'https://ev\til.test',
  'https://ok.test/a b',
  'https://ok.test/\u0000',
  'https://ok.test/\u009b',
  'https://ok.test/\n',
  'https://',
  'www.example.com',
])('S-25 %j is refused as a link for visitors', text => {
  expect(parseWebLink(text)).toBeNull()
})

test('S-25 a web address is read as a browser reads it', () => {
  expect(parseWebLink('HTTPS://Ex\u0430mple.test/a?b#c')?.href).toBe('https://xn--exmple-4nf.test/a?b#c')
})
