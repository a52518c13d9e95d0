/** S-49: the duration of a comparison that stops at the first difference reveals how much of a secret was right. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const sources = execFileSync('git', ['ls-files', 'api/*.ts', 'ingest/*.ts', 'projector/*.ts', 'infra/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file !== '' && !/\.test\.ts$|^infra\/(rigs|app\/seed)\//.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const SECRET = /token|secret|password|signature|hmac|digest|hash|sign\(/i
/** A comparison with such an operand reveals only existence, type or length. */
const HARMLESS = /^!|^(''|undefined|null|true|false|\d+|'\w+')$|\.length$/
const COMPARISON = /([\w.?![\]]+(?:\([^()]*\))?)\s*(?:[=!]==?)\s*([\w.?![\]]+(?:\([^()]*\))?|'[^']*')/g

test('no secret is compared by an operator', () => {
  const found = sources.flatMap(file =>
    [...read(file).matchAll(COMPARISON)]
      .filter(([, left = '', right = '']) => SECRET.test(left) || SECRET.test(right))
      .filter(([, left = '', right = '']) => !HARMLESS.test(left) && !HARMLESS.test(right))
      .map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

test('every comparison of a secret takes constant time', () => {
  for (const file of [
    'infra/stores/signed-token.ts',
    'api/auth/passwords.ts',
    'api/conversions/credentials.ts',
    'infra/reporting/sql-port/request.ts',
  ])
    expect(read(file), file).toMatch(/\btimingSafeEqual\([^)]/)
})
