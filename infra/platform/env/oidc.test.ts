import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { oidcFaults } from './faults.ts'

const GOOD = {
  OIDC_ISSUER: 'https://login.shop.test',
  OIDC_CLIENT_ID: 'firsttouch',
  OIDC_CLIENT_SECRET: '6f1e0a8d2c4b79635d1f',
  OIDC_EMAIL_DOMAINS: 'shop.test, Shop.example',
  SITE_URL: 'https://www.shop.test',
}

test('a login provider with all required settings is accepted', () => {
  expect(readEnv(GOOD)).toMatchObject({ OIDC_EMAIL_DOMAINS: ['shop.test', 'Shop.example'] })
  expect(readEnv({ ...GOOD, OIDC_ISSUER: 'http://localhost:9000' })).toBeTruthy()
  expect(readEnv({}).OIDC_ISSUER).toBeUndefined()
})

test.each([
  [{ OIDC_ISSUER: '' }, 'OIDC_ISSUER is missing'],
  [{ OIDC_ISSUER: 'login.shop.test' }, 'OIDC_ISSUER must be a web address'],
  [{ OIDC_ISSUER: 'http://login.shop.test' }, 'OIDC_ISSUER must start with https://'],
  [{ OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID is missing'],
  [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is missing'],
  [{ OIDC_CLIENT_SECRET: 'short' }, 'OIDC_CLIENT_SECRET has a value of fewer than 16'],
  [{ OIDC_EMAIL_DOMAINS: ' , ' }, 'OIDC_EMAIL_DOMAINS is missing'],
  [{ SITE_URL: '' }, 'SITE_URL is missing'],
])('%o stops the start: %s', (change: Record<string, string>, said) => {
  expect(() => readEnv({ ...GOOD, ...change })).toThrow(said)
})

test('if everyone needs a second factor, the provider must be asked for one', () => {
  const env = { ...GOOD, OIDC_EMAIL_DOMAINS: ['shop.test'], STAFF_SECOND_FACTOR: 'required' }
  expect(oidcFaults(env)).toMatchObject({
    OIDC_ACR: expect.stringContaining('needs a provider that states one'),
  })
  expect(oidcFaults({ ...env, OIDC_ACR: 'multi' })).toEqual({})
})
