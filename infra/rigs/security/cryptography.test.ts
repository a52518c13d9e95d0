/** The cryptography in the product's own code, and rules for TLS, code execution and storage. */
import { DEFAULT_MIN_VERSION } from 'node:tls'
import { expect, test } from 'vitest'
import { filesOf, isTest, read } from '../house/imports.ts'
import { RIGS } from '../house/rooms.ts'

const product = filesOf('*.ts', '*.tsx').filter(
  file => !isTest(file) && !RIGS.some(rig => file.startsWith(rig)) && !file.includes('/bench/'),
)
const matching = (pattern: RegExp): string[] =>
  product.flatMap(file => [...read(file).matchAll(pattern)].map(([found]) => `${file}: ${found}`))

test('the product hashes only with SHA-256 and Argon2id', () => {
  expect(product.length).toBeGreaterThan(300)
  const hashes = matching(/create(?:Hash|Hmac)\(\s*'[^']*'/g)
  expect(hashes.length).toBeGreaterThan(3)
  expect(hashes.filter(found => !/'sha256'/.test(found))).toEqual([])
  expect(matching(/createHash\(\s*[^'\s]/g)).toEqual([])
})

test('the product’s own code uses only the cipher AES-256-GCM', () => {
  const ciphers = matching(/create(?:Cipher|Decipher)(?:iv)?\([^,)]*/g)
  expect(ciphers.filter(found => !/'aes-256-gcm'/.test(found))).toEqual([])
})

test('nothing weakens TLS: certificates are verified, and the minimum version is 1.2', () => {
  expect(DEFAULT_MIN_VERSION).toBe('TLSv1.2')
  expect(
    matching(
      /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|(?:min|max)Version:|checkServerIdentity/g,
    ),
  ).toEqual([
    // This connection reads the expiry of the site's certificate and sends no data.
    'infra/stores/upkeep.ts: rejectUnauthorized: false',
  ])
})

test('secrets come from the system’s generator, never from Math.random', () => {
  // Back-off, traffic splits, and ids of events in browsers without `crypto`.
  const allowed = [
    'api/notifications/queue.ts',
    'frontend/src/dashboard/data/live/stream.ts',
    'frontend/src/tag.ts',
    'frontend/src/track/browser.ts',
    'frontend/src/track/ids.ts',
    'frontend/src/track/split-test/variant-script.ts',
    'infra/stores/drain-queue.ts',
    'ingest/circuit-breaker.ts',
  ]
  expect([...new Set(matching(/Math\.random/g).map(found => found.split(':')[0]))]).toEqual(allowed)
})

test('no text becomes code, and no text becomes HTML', () => {
  expect(
    matching(
      /\beval\(|new Function\(|dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/g,
    ),
  ).toEqual([])
})

test('programs start with a list of arguments, never with a command line built from text', () => {
  expect(matching(/\bexec(?:Sync)?\(\s*[`'"]|shell:\s*true/g)).toEqual([])
})

test('browser storage holds only queue, consent, display settings and the login mark', () => {
  const keys = matching(/(?:localStorage|sessionStorage)\b/g).map(found => found.split(':')[0])
  expect([...new Set(keys)].filter(file => !file?.startsWith('frontend/'))).toEqual([])
  const staff = [...new Set(keys)].filter(file => file?.includes('/dashboard/'))
  for (const file of staff)
    expect([file, /password|token|email|phone/i.test(read(file ?? ''))]).toEqual([file, false])
})

test('no page listens to messages of other windows', () => {
  expect(
    matching(/addEventListener\(\s*'message'|window\.onmessage|\bpostMessage\(/g).filter(found =>
      found.startsWith('frontend/'),
    ),
  ).toEqual([])
})

test('no regular expression contains text from outside', () => {
  // This file searches for element names in the site's own pages.
  const files = matching(/new RegExp\(/g).map(found => found.split(':')[0])
  expect(files).toEqual(['infra/app/site/page.ts'])
})
