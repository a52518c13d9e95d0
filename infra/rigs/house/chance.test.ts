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

/** A machine that is busy takes its time: only the product's own patience, which is seconds, is a limit to hold it to. */
const ON_THE_CLOCK =
  /expect\([^\n]*\bnow\(\) -[^\n]*\.toBeLessThan(?:OrEqual)?\(([\d_]+)\)|monitorEvent(?:LoopDelay)/g

test('no short test holds the clock against less than five seconds', () => {
  const found = filesOf('*.ts', '*.tsx')
    .filter(file => isTest(file) && !file.includes('.long.'))
    .flatMap(file =>
      [...read(file).matchAll(ON_THE_CLOCK)]
        .filter(([, limit = '0']) => Number(limit.replaceAll('_', '')) < 5_000)
        .map(([words]) => `${file}: ${words}`),
    )
  expect(found).toEqual([])
})

/** By its indentation: the end of the assertion, and what stands beside it. */
const EXPECTED_AFTER =
  /^( *)(?:await )?fc\.assert\((?:[^\n]*\)|\n(?:\1 [^\n]*\n)*\1\))\n(?:\1[^\n]*\n)*?\1(?:await )?expect\(/m

test('no test expects after random runs that they came upon something: examples reach it (`reaching.ts`)', () => {
  const found = filesOf('*.ts', '*.tsx')
    .filter(isTest)
    .filter(file => EXPECTED_AFTER.test(read(file)))
  expect(found).toEqual([])
})

test('no directory is listed with all below it in one go: what goes meanwhile makes that fail', () => {
  const atOnce = /\b(?:readdir|opendir)\((?:[^\n]*|[^)]*)recursive: true/
  expect(filesOf('*.ts', '*.tsx').filter(file => atOnce.test(read(file)))).toEqual([])
})
