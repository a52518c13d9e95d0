/** Every row of the ASVS table names a test or page that exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, read } from '../house/imports.ts'

type Row = { number: string; level: string; how: string }
const rows: Row[] = read('infra/security/asvs.md')
  .split('\n')
  .flatMap(line => {
    const [, number, level, how] = /^\| ([\d.]+) \| (\d) \| .+? \| (.+) \|$/.exec(line) ?? []
    return number && level && how ? [{ number, level, how }] : []
  })
/** Numbers of requirements in ASVS 5.0.0, by level. */
const OF_LEVEL = { '1': 70, '2': 183 }

test('every ASVS requirement of level 1 and 2 has one row', () => {
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  for (const [level, count] of Object.entries(OF_LEVEL))
    expect(rows.filter(row => row.level === level)).toHaveLength(count)
})

test('every ASVS row names a test, a page, or a reason', () => {
  const faults = rows.flatMap(({ number, how }) => {
    if (/^(?:does not apply|no): .{5,}/.test(how)) return []
    const found = /^`(?<file>[^`]+)` (?<sign>[›§]) (?<words>.{3,}?)(?:<br>.*)?$/.exec(how)?.groups ?? {}
    const { file = '?', sign, words = '' } = found
    if (!existsSync(join(ROOT, file))) return [`${number}: there is no ${file}`]
    const text = readFileSync(join(ROOT, file), 'utf8')
    const isThere =
      sign === '§'
        ? text.split('\n').some(line => /^#/.test(line) && line.endsWith(` ${words}`))
        : hasTest(text, words)
    return isThere ? [] : [`${number}: ${file} has no "${words}"`]
  })
  expect(faults).toEqual([])
})

const hasTest = (text: string, title: string): boolean =>
  ["'", '"', '`'].some(quote => text.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`))

test('no requirement of level 1 is missing, and at most three of level 2', () => {
  const lacking = rows.filter(({ how }) => how.startsWith('no: '))
  expect(lacking.filter(({ level }) => level === '1')).toEqual([])
  expect(lacking.length).toBeLessThanOrEqual(3)
})

test('the check finds a title that a file does not have', () => {
  expect(hasTest("test('a title that is there', () => {})", 'a title that is there')).toBe(true)
  expect(hasTest("test('a title that is there', () => {})", 'a title')).toBe(false)
})
