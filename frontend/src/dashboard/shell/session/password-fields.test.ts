import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '..', '..', '..')

test('every password field is masked and supports pasting and password managers', () => {
  const fields = globSync('**/*.tsx', { cwd: SOURCE })
    .filter(file => !file.includes('.test.'))
    .flatMap(file => {
      const text = readFileSync(join(SOURCE, file), 'utf8')
      expect([file, /onPaste/.test(text)]).toEqual([file, false])
      return [...text.matchAll(/autoComplete="(?:current|new)-password"|type="password"/g)].map(
        ({ index }) => ({
          file,
          field: text.slice(text.lastIndexOf('<', index), text.indexOf('/>', index)),
        }),
      )
    })
  expect(fields.length).toBeGreaterThan(1)
  for (const { file, field } of fields) {
    expect([file, field]).toEqual([file, expect.stringContaining('type="password"')])
    expect([file, field]).toEqual([file, expect.stringMatching(/autoComplete="(?:current|new)-password"/)])
  }
})
