/** Removes survivors that do not compile: `npm run check`, a part of `npm test`, notices them. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { inCopy, isUnnoticed, mutated } from './copy.ts'
import { ROOT } from './folders.ts'

/** Stryker's status for a mutant that does not compile. The score leaves it out. */
const REFUSED = 'CompileError'

export const refuseUncompilable = (results: MutantResult[]): MutantResult[] => {
  const unnoticed = results.filter(isUnnoticed)
  if (unnoticed.length === 0) return results
  return inCopy(copy => {
    const [broken] = filesInError(copy, [])
    if (broken)
      throw new Error(`The project does not compile without mutants: see npm run check, and ${broken}.`)
    const refused = new Set(rounds(unnoticed).flatMap(round => refusedOf(copy, round)))
    return results.map(result => (refused.has(result) ? { ...result, status: REFUSED } : result))
  })
}

/** Groups mutants so that a compilation checks several, one in each file. The file with the error identifies the mutant. */
export const rounds = (mutants: MutantResult[]): MutantResult[][] => {
  const found: MutantResult[][] = []
  const rounds = new Map<string, number>()
  for (const mutant of mutants) {
    const round = rounds.get(mutant.fileName) ?? 0
    rounds.set(mutant.fileName, round + 1)
    found[round] = [...(found[round] ?? []), mutant]
  }
  return found
}

/** An error in a file without a mutant may come from any mutant of the round, so compile each mutant alone. */
const refusedOf = (copy: string, round: MutantResult[]): MutantResult[] => {
  const inError = filesInError(copy, round)
  const own = round.filter(({ fileName }) => inError.has(relative(ROOT, fileName)))
  if (own.length === inError.size) return own
  return round.length === 1 ? round : round.flatMap(mutant => refusedOf(copy, [mutant]))
}

const filesInError = (copy: string, mutants: MutantResult[]): Set<string> => {
  const changed = mutants.map(mutant => ({ mutant, file: join(copy, relative(ROOT, mutant.fileName)) }))
  const before = changed.map(({ file }) => readFileSync(file, 'utf8'))
  for (const [at, { mutant, file }] of changed.entries())
    writeFileSync(file, mutated(before[at] ?? '', mutant))
  const said = compile(copy)
  for (const [at, { file }] of changed.entries()) writeFileSync(file, before[at] ?? '')
  return new Set(Array.from(said.matchAll(/^(\S+)\(\d+,\d+\): error /gm), ([, file = '']) => file))
}

const compile = (copy: string): string => {
  const args = ['-p', copy, '--pretty', 'false', '--incremental']
  const more = ['--tsBuildInfoFile', join(copy, '.tsbuildinfo')]
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), [...args, ...more], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (status !== 0 && !/\): error /.test(stdout)) throw new Error(`tsc failed: ${stdout}`)
  return stdout
}
