/** A Stryker plugin that prints each survivor immediately, so that an interrupted run still shows some. */
import type { MutantResult } from '@stryker-mutator/api/core'
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type { Reporter } from '@stryker-mutator/api/report'
import { scoreOf } from './score.ts'

const openReporter = (): Reporter => ({
  onMutantTested: (result: MutantResult) => {
    for (const { place, mutator, replacement } of scoreOf([result], false).survived)
      console.log(`survived: ${place} ${mutator} + ${replacement.slice(0, 100)}`)
  },
})

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, 'found', openReporter)]
