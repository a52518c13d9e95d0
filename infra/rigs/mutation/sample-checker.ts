/** A Stryker plugin that tests a seeded random sample of the mutants, or all of them. */
import { relative } from 'node:path'
import { type Checker, CheckStatus } from '@stryker-mutator/api/check'
import type { Mutant } from '@stryker-mutator/api/core'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { ROOT } from './folders.ts'
import { sampled } from './sampled.ts'

/** Independent of the project's location. */
const nameOf = ({ fileName, mutatorName, replacement, location }: Mutant) => [
  relative(ROOT, fileName),
  mutatorName,
  replacement,
  location.start,
]

export const checker: Checker = {
  init: async () => undefined,
  group: async mutants => [mutants.map(({ id }) => id)],
  check: async mutants => {
    const size = Number(process.env.MUTATION_SAMPLE || Number.POSITIVE_INFINITY)
    const seed = process.env.MUTATION_SEED ?? ''
    const chosen = new Set(sampled(mutants, { size, seed }, nameOf))
    return Object.fromEntries(
      mutants.map(mutant => [
        mutant.id,
        chosen.has(mutant)
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: 'not in the sample' },
      ]),
    )
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, 'sample', checker)]
