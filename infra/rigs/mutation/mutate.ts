/** Runs Stryker on one folder. It copies the project with all mutants in it and activates one at a time. */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { type Folder, ROOT } from './folders.ts'
import type { Sample } from './sampled.ts'

const HERE = import.meta.dirname
const CACHE = join(ROOT, 'node_modules', '.cache', 'firsttouch-mutation')

export type Run = {
  name: string
  folder: Folder
  /** Restricts the run to these files of the folder. */
  files?: string[]
  /** Globs of the tests to run. */
  tests: string[]
  sample?: Sample
  /** Reuses earlier results where neither the code nor its tests changed. */
  incremental?: boolean
}

export const mutate = async (run: Run): Promise<MutantResult[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-mutation-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  // Clean up after an interrupt too.
  process.once('exit', remove)
  process.env.MUTATION_TESTS = run.tests.join(',')
  process.env.MUTATION_SAMPLE = String(run.sample?.size ?? '')
  process.env.MUTATION_SEED = run.sample?.seed ?? ''
  // Mutants in infra may lie in the modules of the open stores.
  process.env.MUTATION_STORES = run.name.startsWith('infra/') ? 'mutated' : ''
  await mkdir(CACHE, { recursive: true })
  try {
    return await new Stryker(optionsOf(run, directory)).runMutationTest()
  } finally {
    remove()
    process.off('exit', remove)
  }
}

const optionsOf = ({ name, folder, files, sample, incremental = false }: Run, directory: string) => ({
  testRunner: 'vitest',
  plugins: [
    '@stryker-mutator/vitest-runner',
    join(HERE, 'sample-checker.ts'),
    join(HERE, 'found-reporter.ts'),
  ],
  checkers: sample ? ['sample'] : [],
  vitest: {
    configFile: relative(ROOT, join(HERE, 'vitest.config.ts')),
    related: false,
    pool: 'forks',
  },
  mutate: [
    ...(files ?? [`${name}/**/*.ts`, ...(folder.mutate ?? [])]),
    ...['test', 'd', 'config'].map(kind => `!**/*.${kind}.ts`),
    '!**/testing/**',
    '!**/testing.ts',
    '!**/main.ts',
  ],
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['infra/rigs/pictures', 'infra/rigs/testing/clients', 'dist', '/data'],
  // A static mutant runs every test of the folder, which is affordable only without stores.
  ignoreStatic: folder.stores ?? false,
  coverageAnalysis: 'perTest' as const,
  concurrency: 1,
  // Generous limits, as a mutant that times out on a busy machine counts as noticed.
  timeoutMS: folder.stores ? 60_000 : 15_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 30,
  incremental: incremental && !sample && !files,
  incrementalFile: join(CACHE, `${name.replaceAll('/', '-')}.json`),
  tempDirName: directory,
  // Stops Stryker from rewriting tsconfig.json, for which it needs an API that TypeScript 7 lacks.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  reporters: ['progress-append-only', 'found'],
  logLevel: 'warn' as LogLevel,
  warnings: false,
  allowConsoleColors: false,
})
