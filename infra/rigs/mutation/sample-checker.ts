/** A plugin of Stryker's: lets a seeded random sample of the mutants through, or all of them. */
import { createHash } from 'node:crypto'
import { type Checker, CheckStatus } from '@stryker-mutator/api/check'
import type { Mutant } from '@stryker-mutator/api/core'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const size = Number(process.env.MUTATION_SAMPLE || Number.POSITIVE_INFINITY)
const seed = process.env.MUTATION_SEED ?? ''

/** The same for the same code, wherever in the file it has moved to. */
const rank = ({ fileName, mutatorName, replacement, location }: Mutant): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, fileName, mutatorName, replacement, location.start]))
    .digest('hex')

const checker: Checker = {
  init: async () => undefined,
  group: async mutants => [mutants.map(({ id }) => id)],
  check: async mutants => {
    const chosen = new Set(mutants.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, size))
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
