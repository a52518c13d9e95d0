/** Runs the tests in one reused process, with one SQL mutant at a time in their imports. Writes no file. */
import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import { ROOT } from '../../house/imports.ts'
import { endProcess, keepProcess } from '../kept-process.ts'
import { type SqlMutant, withMutant } from './sql-mutants.ts'

declare module 'vitest' {
  interface ProvidedContext {
    textChanges: boolean
  }
}

export type Placed = SqlMutant & { file: string }
/** The result of a test file. `late`: stopped at the time limit. */
export type Verdict = { failed: boolean; late: boolean; said: string; seconds: number }

export const openSqlTests = async (tests: string[]) => {
  let mutant: Placed | undefined
  const { TMPDIR } = process.env
  const plugin = {
    name: 'sql-mutant',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      mutant && id.replace(/\?.*$/, '') === join(ROOT, mutant.file) ? withMutant(code, mutant) : undefined,
  }
  const vitest = await createVitest(
    {
      config: false,
      root: ROOT,
      include: tests,
      isolate: false,
      maxWorkers: 1,
      watch: false,
      bail: 1,
      reporters: [{}],
      // A cached module would hold an earlier mutant.
      fsModuleCache: false,
      setupFiles: [
        join(import.meta.dirname, '..', 'fresh-modules.ts'),
        join(ROOT, 'infra/rigs/testing/run/hooks.ts'),
      ],
      globalSetup: join(ROOT, 'infra/rigs/testing/run/folder.ts'),
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    } as never,
    { plugins: [plugin, keepProcess(false)] },
  )
  vitest.provide('textChanges', true)
  await vitest.standalone()
  const [project] = vitest.projects
  if (!project) throw new Error('vitest has no project.')

  /** Activates the given mutant. undefined deactivates it. */
  const put = (next: Placed | undefined): void => {
    for (const one of [mutant, next]) if (one) vitest.invalidateFile(join(ROOT, one.file))
    mutant = next
  }

  const run = async (test: string, limitMs: number): Promise<Verdict> => {
    const begun = performance.now()
    let late = false
    const clock = setTimeout(() => {
      late = true
      void endProcess()
    }, limitMs)
    try {
      vitest.state.filesMap.clear()
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
        project.createSpecification(join(ROOT, test)),
      ])
      const said = [...testModules.flatMap(errorsOf), ...unhandledErrors].map(text)
      return {
        failed: said.length > 0 || !testModules.every(module => module.ok()),
        late,
        said: said.join('\n'),
        seconds: (performance.now() - begun) / 1000,
      }
    } finally {
      clearTimeout(clock)
    }
  }

  const close = async (): Promise<void> => {
    await endProcess()
    await vitest.close()
    // TMPDIR is the folder of this run, which has been deleted. The next run makes another folder.
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  return { put, run, renew: endProcess, close }
}

const errorsOf = (module: TestModule): unknown[] => [
  ...module.errors(),
  ...[...module.children.allSuites()].flatMap(suite => suite.errors()),
  ...[...module.children.allTests()].flatMap(test => test.result().errors ?? []),
]

const text = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
