/** Prints at the end how to repeat the tests in the same order. */
import type { TestProject } from 'vitest/node'

let said = false

export const setup =
  ({ globalConfig }: TestProject) =>
  (): void => {
    // vitest calls this for each project.
    if (said) return
    said = true
    const { seed } = globalConfig.sequence
    console.log(`\nThe order of files and tests was shuffled: --sequence.seed=${seed} repeats this order.\n`)
  }
