/** Says at the end, where it is looked for, how to have the tests in the same order again. */
import type { TestProject } from 'vitest/node'

let said = false

export const setup =
  ({ globalConfig }: TestProject) =>
  (): void => {
    // Each project of the tests ends.
    if (said) return
    said = true
    const { seed } = globalConfig.sequence
    console.log(`\nThe order of files and tests was shuffled: --sequence.seed=${seed} shuffles it alike.\n`)
  }
