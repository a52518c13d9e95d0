/** The vitest configuration for mutated copies of the project. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepsProcess } from './kept-process.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Runs the fastest tests of the previous run first. A mutant's run ends at the first failure. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const taken = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0
    return files.toSorted((a, b) => taken(a) - taken(b))
  }
}

export default defineConfig({
  root,
  // The copy shares node_modules with the project, so keep the cache elsewhere.
  cacheDir: join(root, '.vite'),
  // The workspaces in node_modules link to the project instead of its mutated copy.
  resolve: { alias: [{ find: /^@firsttouch\/(\w+)\/(.*)$/, replacement: `${root}/$1/$2.ts` }] },
  plugins: [keepsProcess],
  test: {
    isolate: false,
    globalSetup: 'infra/rigs/testing/run/folder.ts',
    setupFiles: ['infra/rigs/mutation/fresh-modules.ts', 'infra/rigs/testing/run/hooks.ts'],
    // cost.test.ts measures CPU steps, which Stryker's instrumentation inflates.
    exclude: ['**/*.long.test.ts', '**/cost.test.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    sequence: { sequencer: QuickFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
