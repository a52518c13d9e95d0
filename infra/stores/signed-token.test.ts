import { expect, test } from 'vitest'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { readToken, signToken, useNonce } from './signed-token.ts'

const SECRET = Buffer.from('a secret of the installation')
const NOW = new Date('2026-03-01T12:00:00.123Z')

test('a token is read with its secret and purpose only, and gives its time and nonce', () => {
  const token = signToken(SECRET, 'form', NOW)
  const [, nonce] = token.split('.')
  expect(readToken(SECRET, 'form', token)).toEqual({ at: NOW.getTime(), nonce })
  expect(readToken(SECRET, 'passkey', token)).toBeNull()
  expect(readToken(Buffer.from('another secret'), 'form', token)).toBeNull()
  expect(readToken(SECRET, 'form', token.replace('1', '2'))).toBeNull()
  for (const odd of ['', '.', '..', token.slice(0, -1), `${token}=`])
    expect(readToken(SECRET, 'form', odd)).toBeNull()
})

test('two tokens of the same moment differ', () => {
  expect(signToken(SECRET, 'form', NOW)).not.toBe(signToken(SECRET, 'form', NOW))
})

test('a nonce can be used once, even by simultaneous requests', async () => {
  const { sql } = await openTestPostgres()
  const uses = await Promise.all([1, 2, 3].map(() => useNonce(sql, 'n', NOW)))
  expect(uses.filter(Boolean)).toHaveLength(1)
  expect([await useNonce(sql, 'n', NOW), await useNonce(sql, 'm', NOW)]).toEqual([false, true])
})
