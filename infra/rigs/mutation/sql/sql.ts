/** Tests the SQL mutants of a folder, each with the tests that import its file, in one process. */
import { join } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { ROOT, read } from '../../house/imports.ts'
import type { Run } from '../mutate.ts'
import { importedBy, testsReaching } from '../reaching.ts'
import { sampled } from '../sampled.ts'
import { sqlMutantsIn } from './sql-mutants.ts'
import { openSqlTests, type Placed } from './sql-tests.ts'

type SqlRun = Run & { files: string[] }
type Status = MutantResult['status']
type Tests = Awaited<ReturnType<typeof openSqlTests>>

/** Generous, as a mutant that times out counts as noticed. */
const LIMIT_MS = 120_000
/** After this many noticed mutants the tests must pass without a mutant in the same process. */
const NOTICED_PER_CHECK = 20
/** Errors that mean invalid SQL. Such a mutant says nothing about the tests. */
const NO_SQL =
  /Syntax error|syntax error at or near|ILLEGAL_AGGREGATION|NOT_AN_AGGREGATE|must appear in the GROUP BY/

/** `files`: the folder's files, or the requested ones. */
export const mutateSql = async (run: SqlRun): Promise<MutantResult[]> => {
  const mutants = chosen(run)
  const reaching = new Map(mutants.map(({ file }) => [file, testsReaching(file, run.tests)]))
  const all = [...new Set([...reaching.values()].flat())]
  if (all.length === 0) return mutants.map(mutant => resultOf(mutant, 'NoCoverage'))
  const tests = await openSqlTests(all)
  try {
    const quickestFirst = await timed(run.name, tests, all)
    const testsOf = ({ file }: Placed) => quickestFirst.filter(test => reaching.get(file)?.includes(test))
    const statuses = await judge(tests, mutants, testsOf)
    return mutants.map(mutant => resultOf(mutant, statuses.get(mutant) ?? 'Pending'))
  } finally {
    await tests.close()
  }
}

/** Runs the tests without a mutant. Returns them sorted by duration. */
const timed = async (name: string, tests: Tests, all: string[]): Promise<string[]> => {
  const taken: [test: string, seconds: number][] = []
  for (const test of all) {
    let { failed, said, seconds } = await tests.run(test, LIMIT_MS)
    if (failed) {
      console.log(`${test} fails without a mutant and is run again: ${said}`)
      await tests.renew()
      ;({ failed, said, seconds } = await tests.run(test, LIMIT_MS))
    }
    if (failed) throw new Error(`${test} of ${name} fails without any mutant:\n${said}`)
    taken.push([test, seconds])
  }
  console.log(`The tests of ${name} take ${Math.ceil(taken.reduce((sum, [, s]) => sum + s, 0))} s.`)
  return taken.toSorted(([, a], [, b]) => a - b).map(([test]) => test)
}

const judge = async (tests: Tests, mutants: Placed[], testsOf: (mutant: Placed) => string[]) => {
  const statuses = new Map<Placed, Status>()
  let noticed: { mutant: Placed; by: string }[] = []
  const one = async (mutant: Placed): Promise<string | undefined> => {
    const { status, by } = await statusOf(tests, mutant, testsOf(mutant))
    statuses.set(mutant, status)
    console.log(`${statuses.size}/${mutants.length} ${status} ${placed(mutant)}`)
    return by
  }
  for (const mutant of mutants) {
    const by = await one(mutant)
    if (by !== undefined) noticed.push({ mutant, by })
    if (noticed.length < NOTICED_PER_CHECK && mutant !== mutants.at(-1)) continue
    if (await isSpoilt(tests, new Set(noticed.map(({ by }) => by))))
      for (const { mutant } of noticed) {
        await tests.renew()
        await one(mutant)
      }
    noticed = []
  }
  return statuses
}

/** Whether a test that failed with a mutant still fails without one, because an earlier run left something behind. */
const isSpoilt = async (tests: Tests, failed: Set<string>): Promise<boolean> => {
  tests.put(undefined)
  for (const test of failed) {
    const { failed, said } = await tests.run(test, LIMIT_MS)
    if (!failed) continue
    console.log(
      `${test} now fails without a mutant, so the mutants since the last check are tested again: ${said}`,
    )
    await tests.renew()
    return true
  }
  return false
}

const statusOf = async (
  tests: Tests,
  mutant: Placed,
  own: string[],
): Promise<{ status: Status; by?: string }> => {
  if (own.length === 0) return { status: 'NoCoverage' }
  // One process cannot load the modules of the open stores twice.
  const isAlone = ofOpenStores().has(mutant.file)
  if (isAlone) await tests.renew()
  tests.put(mutant)
  try {
    for (const by of own) {
      const { failed, late, said } = await tests.run(by, LIMIT_MS)
      if (late) return { status: 'Timeout' }
      if (failed) return NO_SQL.test(said) ? { status: 'CompileError' } : { status: 'Killed', by }
    }
    return { status: 'Survived' }
  } finally {
    if (isAlone) await tests.renew()
  }
}

let openStores: Set<string> | undefined
const ofOpenStores = (): Set<string> => {
  openStores ??= importedBy('infra/rigs/testing/stores.ts')
  return openStores
}

const placed = ({ file, start, original, replacement }: Placed): string =>
  `${file}:${placeOf(file, start).line} ${original} → ${replacement}`.replace(/\s+/g, ' ')

const placeOf = (file: string, at: number) => {
  const lines = read(file).slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

const resultOf = ({ file, mutator, start, end, replacement }: Placed, status: Status): MutantResult => {
  const location = { start: placeOf(file, start), end: placeOf(file, end) }
  const id = `${file}:${start}:${mutator}`
  return { id, fileName: join(ROOT, file), mutatorName: mutator, replacement, location, status }
}

const chosen = ({ files, sample }: SqlRun): Placed[] => {
  const all = files.flatMap(file => sqlMutantsIn(read(file)).map(mutant => ({ ...mutant, file })))
  if (!sample) return all
  return sampled(all, sample, ({ file, start, mutator, replacement }) => [file, mutator, replacement, start])
}
