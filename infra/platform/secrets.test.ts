import { expect, test } from 'vitest'
import { weakAddress, weakness } from './secrets.ts'

const GOOD = '6f1e0a8d2c4b7963'

test.each([
  ['', 'has no password'],
  [GOOD.slice(1), 'has a password of fewer than 16 characters'],
  ['abcdefgabcdefgab', 'has a password made of too few different characters'],
  [`${GOOD}1234`, 'has a well-known password'],
  [`${GOOD}1234${GOOD}${GOOD}`.slice(0, 48), undefined],
  ['0123456789abcdef'.repeat(3), 'has a well-known password'],
  [`Qwerty${GOOD}`, 'has a well-known password'],
  [`${GOOD}PassWord`, 'has a well-known password'],
  ['abcdefghabcdefgh', undefined],
  [GOOD, undefined],
])('the password %j %s', (password, expected) => {
  expect(weakness(password)).toBe(expected)
})

test.each([
  [undefined],
  ['no address'],
  [`postgres://a:${encodeURIComponent('6f1e@0a8d/2c4b%79')}@db.internal/x`],
  ['postgres://a@localhost/x'],
  ['http://127.9.8.7:8123'],
  ['http://[::1]:8123'],
])('the address %s has no fault', address => {
  expect(weakAddress(address)).toBeUndefined()
})

test.each([
  ['http://a@localhost.evil'],
  ['http://a@1127.0.0.1.example'],
  ['http://a@[::2]'],
  ['http://db/x'],
])('an address on another machine needs a password: %s', address => {
  expect(weakAddress(address)).toBe('has no password: openssl rand -hex 24 makes a good one')
})
