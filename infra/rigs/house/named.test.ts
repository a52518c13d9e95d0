/** Every file, link and script that a page, comment or setting names exists. */
import { expect, test } from 'vitest'
import { filesOf, read } from './imports.ts'
import { lostBeside, lostForms, lostFromRoot, lostInComments, lostInPage, lostScripts } from './named.ts'

/** Exempt: migrations, which are never edited, and this file, which names missing files on purpose. */
const NOT_HELD =
  /^infra\/migrations\/|^infra\/rigs\/house\/named\.test\.ts|^package-lock|\.(svg|jpg|png|webp|woff2?)$/
const texts = filesOf().filter(file => !NOT_HELD.test(file))
const among = (some: string[], lost: (file: string) => string[]): string[] =>
  some.flatMap(file => lost(file).map(name => `${file} names ${name}`))

test('every link and every file in backticks of a page exists', () => {
  const pages = texts.filter(file => file.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(3)
  expect(among(pages, lostInPage)).toEqual([])
  const text = '[a](deploy/gone/) [b](../README.md) `stores/gone.ts` `platform/env.ts` `infra/gone/`'
  expect(lostInPage('infra/README.md', text)).toEqual(['deploy/gone/', 'stores/gone.ts', 'infra/gone/'])
})

test('every file that a comment names exists', () => {
  const code = texts.filter(file => !file.endsWith('.md'))
  expect(among(code, lostInComments)).toEqual([])
  const text = "// see gone.ts\nf() // and kafka/gone.ts\n * log.ts, not 'none.ts'\nconst gone = 'code.ts'\n"
  expect(lostInComments('infra/log/log.ts', text)).toEqual(['gone.ts', 'kafka/gone.ts', 'none.ts'])
})

test('every path from the root exists, in code, settings, scripts and compose files', () => {
  expect(among(texts, lostFromRoot)).toEqual([])
  const text = '"x": "node infra/gone/main.ts", "y": "node infra/app/start.ts"'
  expect(lostFromRoot('package.json', text)).toEqual(['infra/gone/main.ts'])
})

test('every file that code finds relative to itself exists', () => {
  expect(among(texts, lostBeside)).toEqual([])
  const text =
    "join(import.meta.dirname, '..', 'gone.ts') join(import.meta.dirname, 'log.ts') import.meta.resolve('./none.ts')"
  expect(lostBeside('infra/log/log.ts', text)).toEqual(['../gone.ts', './none.ts'])
})

test('every named npm script exists', () => {
  expect(among(texts, file => lostScripts(read(file)))).toEqual([])
  const text = 'npm run check, npm run -s gone, npm run build -w frontend, npm run check -w frontend'
  expect(lostScripts(text)).toEqual(['npm run -s gone', 'npm run check -w frontend'])
})

test('every form of npm test (such as --long) that a text names exists', () => {
  expect(among(texts, file => lostForms(read(file)))).toEqual([])
  const text = 'npm test -- --long x, npm test -- --gone, npm test -- --sequence.seed=22'
  expect(lostForms(text)).toEqual(['--gone'])
})
