/** The score of a folder's mutants. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { ACCEPTED, type Accepted } from './accepted.ts'
import { ROOT } from './folders.ts'

export type Found = Omit<Accepted, 'reason'> & { place: string; noticed: boolean; untested: boolean }

export type Score = {
  mutants: number
  killed: number
  accepted: number
  /** Mutants that no test noticed and accepted.ts does not list. */
  survived: Found[]
  /** Listed in accepted.ts, but a test noticed the mutant, or it does not exist. */
  idle: Accepted[]
  /** Mutants without a result, because the test process died. */
  broken: number
}

const NOTICED = new Set(['Killed', 'Timeout'])

export const scoreOf = (results: MutantResult[], isWhole: boolean): Score => {
  const found = results.filter(isJudged).map(foundOf)
  const survivors = found.filter(({ noticed }) => !noticed)
  const survived = survivors.filter(one => !ACCEPTED.some(other => isSame(one, other)))
  const files = new Set(found.map(({ file }) => file))
  return {
    mutants: found.length - survivors.length + survived.length,
    killed: found.length - survivors.length,
    accepted: survivors.length - survived.length,
    survived,
    idle: isWhole
      ? ACCEPTED.filter(one => files.has(one.file) && !survivors.some(other => isSame(one, other)))
      : [],
    broken: results.filter(({ status }) => status === 'RuntimeError').length,
  }
}

export const per100 = ({ mutants, killed }: Pick<Score, 'mutants' | 'killed'>): number =>
  mutants === 0 ? 100 : (100 * killed) / mutants

const isJudged = ({ status }: MutantResult): boolean =>
  NOTICED.has(status) || status === 'Survived' || status === 'NoCoverage'

const isSame = (one: Omit<Accepted, 'reason'>, other: Omit<Accepted, 'reason'>): boolean =>
  (['file', 'mutator', 'original', 'replacement'] as const).every(key => one[key] === other[key])

const foundOf = (result: MutantResult): Found => {
  const { start } = result.location
  const file = relative(ROOT, result.fileName)
  return {
    file,
    mutator: result.mutatorName,
    original: flat(textAt(result)),
    replacement: flat(result.replacement ?? ''),
    place: `${file}:${start.line}:${start.column}`,
    noticed: NOTICED.has(result.status),
    untested: result.status === 'NoCoverage',
  }
}

/** Lines and columns start at 1. */
const textAt = ({ fileName, location: { start, end } }: MutantResult): string => {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n')
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()
