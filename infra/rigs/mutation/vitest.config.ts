/** For mutated copies of the project alone; `npm test` has its own. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..', '..', '..')

/** Small files first: they are the quick ones beside the code, and the first failure ends the run. */
class SmallFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size
    return files.toSorted((a, b) => size(a) - size(b))
  }
}

export default defineConfig({
  root,
  // The workspaces in node_modules are the project itself, not its mutated copy.
  resolve: { alias: [{ find: /^@firsttouch\/(\w+)\/(.*)$/, replacement: `${root}/$1/$2.ts` }] },
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    sequence: { sequencer: SmallFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
