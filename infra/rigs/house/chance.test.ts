/** What a test could meet by chance. */
import { expect, test } from 'vitest'
import { filesOf, isTest, read } from './imports.ts'

const ABSENT = /\.not\.to(?:Match|Contain)\((['/])(.*?)\1[a-z]*\)/g
/** Ids are random hexadecimal digits: sooner or later one of them spells such a word. */
const SPELT_BY_AN_ID = /^[0-9a-f]{1,4}$/

test('no test expects a word to be absent that a random id may spell', () => {
  const found = filesOf('*.ts', '*.tsx')
    .filter(isTest)
    .flatMap(file =>
      [...read(file).matchAll(ABSENT)]
        .flatMap(([, , words = '']) => words.split('|'))
        .filter(word => SPELT_BY_AN_ID.test(word))
        .map(word => `${file}: ${word}`),
    )
  expect(found).toEqual([])
})
