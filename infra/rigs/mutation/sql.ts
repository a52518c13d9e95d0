/** The SQL of one folder: each mutant in a run of its own, of the tests that reach its file. No file is ever written. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { filesOf, importsOf, isTest, ROOT, read } from '../house/imports.ts'
import type { Run } from './mutate.ts'
import { type SqlMutant, sqlMutantsIn } from './sql-mutants.ts'

type Placed = SqlMutant & { file: string }
type SqlRun = Run & { files: string[] }

const CONFIG = `${import.meta.dirname}/sql-vitest.config.ts`
const VITEST = `${ROOT}/node_modules/vitest/vitest.mjs`
const TIMEOUT_MS = 600_000
/** Refused by the store as no SQL of its own: that says nothing of the tests. */
const NO_SQL =
  /Syntax error|syntax error at or near|ILLEGAL_AGGREGATION|NOT_AN_AGGREGATE|must appear in the GROUP BY/

/** `files` are those of the folder, or what is asked of them. */
export const mutateSql = async (run: SqlRun): Promise<MutantResult[]> => {
  const mutants = chosen(run)
  const tests = new Map([...new Set(mutants.map(({ file }) => file))].map(file => [file, testsOf(file, run)]))
  const quickestFirst = await timed(run.name, [...new Set([...tests.values()].flat())])
  const results: MutantResult[] = []
  for (const mutant of mutants) {
    const own = quickestFirst.filter(test => tests.get(mutant.file)?.includes(test))
    const result = resultOf(mutant, await statusOf(mutant, own))
    results.push(result)
    const { status, location, replacement } = result
    const change = `${mutant.original} → ${replacement}`.replace(/\s+/g, ' ')
    console.log(
      `${results.length}/${mutants.length} ${status} ${mutant.file}:${location.start.line} ${change}`,
    )
  }
  return results
}

const resultOf = (
  { file, mutator, start, end, replacement }: Placed,
  status: MutantResult['status'],
): MutantResult => {
  const placeOf = (at: number) => {
    const lines = read(file).slice(0, at).split('\n')
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  }
  const location = { start: placeOf(start), end: placeOf(end) }
  const id = `${file}:${start}:${mutator}`
  return { id, fileName: join(ROOT, file), mutatorName: mutator, replacement, location, status }
}

const chosen = ({ files, sample }: SqlRun): Placed[] => {
  const all = files.flatMap(file => sqlMutantsIn(read(file)).map(mutant => ({ ...mutant, file })))
  if (!sample) return all
  const rank = ({ file, start, mutator, replacement }: Placed) =>
    createHash('sha256')
      .update(JSON.stringify([sample.seed, file, mutator, replacement, start]))
      .digest('hex')
  return all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, sample.size)
}

/** The folder's own and the named ones, of which each reaches the file by its imports. */
const testsOf = (file: string, { name, folder }: SqlRun): string[] => {
  const wanted = [`${name}/**/*.test.ts`, ...(folder.tests ?? [])]
  const reaching = new Set([file])
  const importers = importersOf()
  for (const one of reaching) for (const importer of importers.get(one) ?? []) reaching.add(importer)
  return [...reaching].filter(one => isTest(one) && wanted.some(glob => matchesGlob(one, glob)))
}

let importers: Map<string, string[]> | undefined
const importersOf = (): Map<string, string[]> => {
  if (importers) return importers
  importers = new Map()
  for (const file of filesOf('*.ts'))
    for (const imported of importsOf(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
  return importers
}

const statusOf = async (mutant: Placed, tests: string[]): Promise<MutantResult['status']> => {
  if (tests.length === 0) return 'NoCoverage'
  const { failed, late, said } = await runTests(tests, JSON.stringify(mutant), ['--bail=1'])
  if (late) return 'Timeout'
  if (!failed) return 'Survived'
  return NO_SQL.test(said) ? 'CompileError' : 'Killed'
}

type Report = { testResults: { name: string; startTime: number; endTime: number }[] }

/** They pass without a mutant; in the order of what they take. */
const timed = async (name: string, tests: string[]): Promise<string[]> => {
  if (tests.length === 0) return []
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-mutation-'))
  const report = join(directory, 'report.json')
  try {
    const { failed, said } = await runTests(tests, '', [
      '--reporter=dot',
      '--reporter=json',
      `--outputFile=${report}`,
    ])
    if (failed) throw new Error(`Tests of ${name} fail without any mutant:\n${said}`)
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
    return testResults
      .toSorted((a, b) => a.endTime - a.startTime - (b.endTime - b.startTime))
      .map(test => relative(ROOT, test.name))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const runTests = (tests: string[], mutation: string, more: string[]) =>
  new Promise<{ failed: boolean; late: boolean; said: string }>(resolve => {
    const env = { ...process.env, MUTATION_TESTS: tests.join(','), SQL_MUTATION: mutation }
    const args = [VITEST, 'run', '--config', CONFIG, '--maxWorkers=1', ...more]
    const options = { cwd: ROOT, env, timeout: TIMEOUT_MS, maxBuffer: 2 ** 28 }
    const child = execFile(process.execPath, args, options, (error, out, err) =>
      resolve({ failed: error !== null, late: child.killed, said: out + err }),
    )
  })
