import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (ending: string, folder = '') =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith(ending))
    .map(file => ({ file, text: readFileSync(join(import.meta.dirname, folder, file), 'utf8') }))

const words = (text: string): string[] =>
  [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, ...said]) =>
    said.join('').split(/\s+/),
  )

test('no stylesheet restyles the pieces of ui from outside: they read variables, which a surface sets', () => {
  const ofUi = new Set(read('.tsx', 'ui').flatMap(({ text }) => words(text)))
  const restyled = read('.css').flatMap(({ file, text }) =>
    [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g)]
      .map(([, name = '']) => name)
      .filter(name => ofUi.has(name))
      .map(name => `${file}: .${name}`),
  )
  expect(restyled).toEqual([])
})

test('no class has to shout to be heard', () => {
  const loud = read('.tsx').flatMap(({ file, text }) =>
    [...text.matchAll(/className="([^"]*)"/g)]
      .flatMap(([, names = '']) => names.split(' '))
      .filter(name => name.endsWith('!') || name.startsWith('!'))
      .map(name => `${file}: ${name}`),
  )
  expect(loud).toEqual([])
})
