/** Runs the oracle with each survivor, because it compares the figures that a folder's own tests leave to it. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { inCopy, isUnnoticed, mutated } from './copy.ts'
import { ROOT } from './folders.ts'

const COMMAND = 'run --project long infra/rigs/oracle/oracle.long.test.ts'.split(' ')

/** A minute or two for each survivor. */
export const judgeSurvivors = (results: MutantResult[]): MutantResult[] => {
  if (!results.some(isUnnoticed)) return results
  return inCopy(copy => {
    if (!passes(copy)) throw new Error('The oracle fails without a mutant.')
    return results.map(result => {
      if (!isUnnoticed(result)) return result
      const file = join(copy, relative(ROOT, result.fileName))
      const before = readFileSync(file, 'utf8')
      writeFileSync(file, mutated(before, result))
      const isNoticed = !passes(copy)
      writeFileSync(file, before)
      return isNoticed ? { ...result, status: 'Killed' as const } : result
    })
  })
}

const passes = (copy: string): boolean =>
  spawnSync(join(copy, 'node_modules', '.bin', 'vitest'), COMMAND, { cwd: copy, stdio: 'ignore' }).status ===
  0
