/** Survivors that do not compile are none: `npm run check`, the first part of `npm test`, notices them. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { ROOT } from './folders.ts'

/** As Stryker names what its own checker refuses, which the score leaves out. */
const REFUSED = 'CompileError'

export const refuseUncompilable = (results: MutantResult[]): MutantResult[] => {
  if (!results.some(isUnnoticed)) return results
  const copy = mkdtempSync(join(tmpdir(), 'firsttouch-mutation-'))
  try {
    copyProject(copy)
    if (!compiles(copy)) throw new Error('The project does not compile as it is: see npm run check.')
    return results.map(result =>
      isUnnoticed(result) && !compilesWith(copy, result) ? { ...result, status: REFUSED } : result,
    )
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const isUnnoticed = ({ status }: MutantResult): boolean => status === 'Survived' || status === 'NoCoverage'

const LEFT_OUT = new Set(['node_modules', '.git', 'dist'])

const DATA = join(ROOT, 'data')

/** Its workspaces find each other in the copy instead of in node_modules. */
const copyProject = (copy: string): void => {
  cpSync(ROOT, copy, { recursive: true, filter: path => path !== DATA && !LEFT_OUT.has(basename(path)) })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const config = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'))
  config.compilerOptions.paths = { '@firsttouch/*': ['./*.ts', './*.tsx'] }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
}

const compiles = (copy: string): boolean => {
  const args = ['-p', copy, '--incremental', '--tsBuildInfoFile', join(copy, '.tsbuildinfo')]
  return spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), args).status === 0
}

const compilesWith = (copy: string, mutant: MutantResult): boolean => {
  const file = join(copy, relative(ROOT, mutant.fileName))
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, mutated(text, mutant))
  const result = compiles(copy)
  writeFileSync(file, text)
  return result
}

/** Lines and columns count from 1. */
export const mutated = (text: string, { location, replacement = '' }: MutantResult): string => {
  const lines = text.split('\n')
  const offset = ({ line, column }: { line: number; column: number }): number =>
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1
  return text.slice(0, offset(location.start)) + replacement + text.slice(offset(location.end))
}
