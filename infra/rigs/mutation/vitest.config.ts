/** For mutated copies of the project alone; `npm test` has its own. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepsProcess } from './kept-process.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The quickest first, as measured in the run before; the first failure ends the run of a mutant. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const taken = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0
    return files.toSorted((a, b) => taken(a) - taken(b))
  }
}

export default defineConfig({
  root,
  // Not in node_modules, which the copy shares with the project.
  cacheDir: join(root, '.vite'),
  // The workspaces in node_modules are the project itself, not its mutated copy.
  resolve: { alias: [{ find: /^@firsttouch\/(\w+)\/(.*)$/, replacement: `${root}/$1/$2.ts` }] },
  plugins: [keepsProcess],
  test: {
    isolate: false,
    globalSetup: 'infra/rigs/testing/run/folder.ts',
    setupFiles: ['infra/rigs/mutation/fresh-modules.ts', 'infra/rigs/testing/run/hooks.ts'],
    // `cost` counts steps by CPU, and Stryker's instrumentation adds its own.
    exclude: ['**/*.long.test.ts', '**/cost.test.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    sequence: { sequencer: QuickFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
