/** One folder through Stryker: a copy of the project with every mutant in it, each switched on in turn. */
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
  /** Only these files of the folder. */
  files?: string[]
  /** Globs of the tests that may notice. */
  tests: string[]
  sample?: Sample
  /** Whether results of an earlier run are used again where neither the code nor its tests have changed. */
  incremental?: boolean
}

export const mutate = async (run: Run): Promise<MutantResult[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-mutation-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  // Whoever interrupts it leaves nothing behind either.
  process.once('exit', remove)
  process.env.MUTATION_TESTS = run.tests.join(',')
  process.env.MUTATION_SAMPLE = String(run.sample?.size ?? '')
  process.env.MUTATION_SEED = run.sample?.seed ?? ''
  // Those that the tests' open stores are made of.
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
  // A static mutant takes every test of the folder: bearable only without stores.
  ignoreStatic: folder.stores ?? false,
  coverageAnalysis: 'perTest' as const,
  concurrency: 1,
  // Generous, as a mutant that ends late on a busy machine would count as noticed.
  timeoutMS: folder.stores ? 60_000 : 15_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 30,
  incremental: incremental && !sample && !files,
  incrementalFile: join(CACHE, `${name.replaceAll('/', '-')}.json`),
  tempDirName: directory,
  // Stryker would rewrite it with TypeScript's interface, which TypeScript 7 does not have.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  reporters: ['progress-append-only', 'found'],
  logLevel: 'warn' as LogLevel,
  warnings: false,
  allowConsoleColors: false,
})
