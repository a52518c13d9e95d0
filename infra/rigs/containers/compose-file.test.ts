import { expect, test } from 'vitest'
import { interpolate, readCompose, readComposeWith } from './compose-file.ts'

const PASSWORDS = { POSTGRES_PASSWORD: 'first', CLICKHOUSE_PASSWORD: 'second' }

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: as the file has them
test('a variable expands to the operator’s value, its default, or nothing', () => {
  const text = '${A}-${B:-b}-${C:-c}-${D}-$$5-$E'
  expect(interpolate(text, { A: 'a', C: '' })).toBe('a-b-c--$5-$E')
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as the file has them

test('a missing required variable is an error', () => {
  expect(() => readComposeWith({ POSTGRES_PASSWORD: 'first' })).toThrow(
    'CLICKHOUSE_PASSWORD: type the first line',
  )
})

test('docker-compose.yml needs only its passwords, and leaves no variable unexpanded', () => {
  const { services } = readComposeWith(PASSWORDS)
  expect(Object.keys(services)).toEqual(Object.keys(readCompose().services))
  expect(JSON.stringify(services)).not.toContain('${')
  expect(services.api?.environment?.DATABASE_URL).toBe('postgres://firsttouch:first@postgres:5432/firsttouch')
  expect(services.proxy?.ports).toEqual(['127.0.0.1:8080:8080'])
})
