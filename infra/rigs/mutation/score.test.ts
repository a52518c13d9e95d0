import { join } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { expect, test } from 'vitest'
import { ROOT } from './folders.ts'
import { per100, scoreOf } from './score.ts'
import { mutated, rounds } from './types.ts'

const FILE = 'infra/rigs/mutation/score.ts'

const mutant = (status: MutantResult['status'], more: Partial<MutantResult> = {}): MutantResult => ({
  id: '1',
  fileName: join(ROOT, FILE),
  mutatorName: 'BlockStatement',
  replacement: '{}',
  location: { start: { line: 1, column: 1 }, end: { line: 1, column: 4 } },
  status,
  ...more,
})

test('a mutant is noticed when a test fails or never ends, and survives when none runs it', () => {
  const all = (['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const).map(status => mutant(status))
  const score = scoreOf(all, true)
  expect(score).toMatchObject({ mutants: 4, killed: 2, accepted: 0, broken: 0, idle: [] })
  expect(score.survived.map(({ untested }) => untested)).toEqual([false, true])
  expect(per100(score)).toBe(50)
})

test('a mutant outside the sample, left out or broken counts neither way', () => {
  const all = (['CompileError', 'Ignored', 'RuntimeError', 'Killed'] as const).map(status => mutant(status))
  expect(scoreOf(all, true)).toMatchObject({ mutants: 1, killed: 1, broken: 1 })
})

test('a survivor is named by its place and by the source it replaces', () => {
  const [survivor] = scoreOf([mutant('Survived')], true).survived
  expect(survivor).toMatchObject({ place: `${FILE}:1:1`, original: '/**', replacement: '{}' })
})

test('a mutant replaces the source between its two places', () => {
  const location = { start: { line: 2, column: 3 }, end: { line: 3, column: 2 } }
  expect(mutated('one\ntwo\nthree\n', mutant('Survived', { location, replacement: '{}' }))).toBe(
    'one\ntw{}hree\n',
  )
})

test('one compilation takes a mutant of each file', () => {
  const [one, two, other] = ['one.ts', 'one.ts', 'other.ts'].map(fileName => mutant('Survived', { fileName }))
  expect(rounds([one, two, other].filter(found => found !== undefined))).toEqual([[one, other], [two]])
})
