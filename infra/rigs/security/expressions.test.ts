/** S-51: the check of regular expressions in `npm run check`. */
import { describe, expect, test } from 'vitest'
import { complaints, productExpressions } from './expressions.ts'
import { expressionsIn } from './expressions-in.ts'
import { judge } from './linear.ts'

describe('the parser finds', () => {
  const found = (code: string) => expressionsIn(code, false).map(one => one.expression ?? one.text)

  test.each([
    ['a literal', 'const a: RegExp = /a+b/giu', [{ source: 'a+b', flags: 'giu' }]],
    ['one among types and generics', 'f<string>(x as T, /\\//)', [{ source: '\\/', flags: '' }]],
    ['none in texts and comments', "const a = '/a+/' // /b+/", []],
    ['none in a division', 'const c = a / b / c', []],
    ['the constructor with a constant', "new RegExp('a+', 'g')", [{ source: 'a+', flags: 'g' }]],
    ['the constructor without new', "RegExp('a+')", [{ source: 'a+', flags: '' }]],
    ['the constructor with anything else', 'new RegExp(a)', ['new RegExp(a)']],
    ['a text that becomes one', "text.match('a+')", [{ source: 'a+', flags: '' }]],
    ['a template that becomes one', 'text.search(`a+`)', ['text.search(`a+`)']],
    ['a split, which looks at every place', 'text.split(/,/)', [{ source: ',', flags: 'g' }]],
  ])('%s', (_what, code, expressions) => {
    expect(found(code)).toEqual(expressions)
  })
})

describe('the checker', () => {
  test.each([
    ['the old search for e-mail addresses', /[^\s@]+(?:@|%(?:25)*40)[^\s@]+\.\p{L}+/giu],
    ['slashes at the end', /\/+$/],
    ['a domain with a dot somewhere', /^[^@]+@[^@]+\.[^@]+$/],
    ['twice the same', /^(a+)+$/],
    ['a comment without an end, once', /\/\*[\s\S]*?\*\//],
    ['a comment without an end, searched from every position', /\/\*[\s\S]*?\*\/|\/|\*/y],
    ['an alternative that is undone at every position', /a[^b]*b|a/g],
    ['an expression that it cannot prove', /(?<!a)b+/],
  ])('the checker refuses %s', (_what, { source, flags }) => {
    expect(judge({ source, flags })).toMatchObject({ linear: false })
  })

  test.each([
    ['a session', /^[\w.:-]{1,128}$/],
    ['white space', /\s+/g],
    ['an expression with one way to match each text', /^[^@]+@[^@][^@.]*\.[^@]+$/],
  ])('the checker accepts %s', (_what, { source, flags }) => {
    expect(judge({ source, flags })).toEqual({ linear: true })
  })

  test('the checker names file, line, expression and an attack, and obsolete entries of its list', () => {
    const found = expressionsIn('\nconst end = /x+$/', false).map(one => ({ file: 'a.ts', ...one }))
    const [first, ...rest] = complaints(found)
    expect(first).toMatch(/^a\.ts:2 \/x\+\$\/ is a 2nd degree polynomial, by 'x'\.repeat/)
    expect(rest.length).toBeGreaterThan(0)
    for (const line of rest) expect(line).toContain('remove it from unproven.ts')
  })
})

test('the checker covers every folder of the product', () => {
  const expressions = productExpressions()
  for (const workspace of ['api', 'frontend', 'infra', 'ingest', 'projector'])
    expect(expressions.filter(({ file }) => file.startsWith(`${workspace}/`)).length).toBeGreaterThan(2)
})
