/** For one mutant of SQL: the file is read with it in place of what stands there. */
import { join, relative } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ROOT } from '../house/imports.ts'
import { type SqlMutant, withMutant } from './sql-mutants.ts'
import base from './vitest.config.ts'

type Mutation = Omit<SqlMutant, 'mutator'> & { file: string }

const mutation = process.env.SQL_MUTATION ? (JSON.parse(process.env.SQL_MUTATION) as Mutation) : undefined

const mutant = {
  name: 'sql-mutant',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    mutation && id.replace(/\?.*$/, '') === join(ROOT, mutation.file)
      ? withMutant(code, mutation)
      : undefined,
}

/** The order in which they are named. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = (process.env.MUTATION_TESTS ?? '').split(',')
    const placeOf = ({ moduleId }: TestSpecification) => named.indexOf(relative(ROOT, moduleId))
    return files.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default mergeConfig(
  base,
  defineConfig({
    cacheDir: join(ROOT, 'node_modules', '.vite'),
    plugins: [mutant],
    // Kept modules would be those of another mutant.
    test: { fsModuleCache: false, sequence: { sequencer: AsNamed } },
  }),
)
