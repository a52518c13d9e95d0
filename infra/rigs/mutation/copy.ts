/** A copy of the project in which a mutant is written into its file. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { ROOT } from './folders.ts'

export const isUnnoticed = ({ status }: MutantResult): boolean =>
  status === 'Survived' || status === 'NoCoverage'

const LEFT_OUT = new Set(['node_modules', '.git', 'dist'])

const OWN = '@firsttouch'
const DATA = join(ROOT, 'data')

/** The root, and the workspaces: npm installs there what another workspace needs in another version. */
const WORKSPACES = ['.', ...JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).workspaces]

/** Runs `work` in a copy of the project, whose workspaces import each other's copies. */
export const inCopy = <T>(work: (copy: string) => T): T => {
  const copy = mkdtempSync(join(tmpdir(), 'firsttouch-mutation-'))
  try {
    copyProject(copy)
    return work(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const copyProject = (copy: string): void => {
  cpSync(ROOT, copy, { recursive: true, filter: path => path !== DATA && !LEFT_OUT.has(basename(path)) })
  for (const workspace of WORKSPACES) {
    const [from, to] = [ROOT, copy].map(root => join(root, workspace, 'node_modules')) as [string, string]
    if (!existsSync(from)) continue
    mkdirSync(to)
    for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(from, name), join(to, name))
  }
  // Links relative to node_modules, as npm makes them.
  cpSync(join(ROOT, 'node_modules', OWN), join(copy, 'node_modules', OWN), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const config = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'))
  config.compilerOptions.paths = { '@firsttouch/*': ['./*.ts', './*.tsx'] }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
}

/** Lines and columns start at 1. */
export const mutated = (text: string, { location, replacement = '' }: MutantResult): string => {
  const lines = text.split('\n')
  const offset = ({ line, column }: { line: number; column: number }): number =>
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1
  return text.slice(0, offset(location.start)) + replacement + text.slice(offset(location.end))
}
