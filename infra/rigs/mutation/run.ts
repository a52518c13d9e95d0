/** `npm test -- --mutation`: inserts small faults into the code one at a time and counts those that the tests notice. */
import { matchesGlob } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import { row } from '../bench/table.ts'
import { filesOf } from '../house/imports.ts'
import { inFolder } from '../testing/run/folder.ts'
import { changedSince } from './changed.ts'
import { FEWEST_KILLED, FOLDERS, type Folder, ROOT, secondsPerMutant } from './folders.ts'
import { isUnder } from './judged.ts'
import { mutate, type Run } from './mutate.ts'
import { judgeSurvivors } from './oracle.ts'
import { testsReaching } from './reaching.ts'
import { record } from './record.ts'
import { per100, type Score, scoreOf } from './score.ts'
import { mutateSql } from './sql/sql.ts'
import { refuseUncompilable } from './types.ts'

const USAGE = `npm test -- --mutation                                everything: takes hours
npm test -- --mutation api/auth ingest/accept.ts   these folders and files
npm test -- --mutation --sample 60 --seed 1        that many mutants of each folder, chosen by the seed
npm test -- --mutation --changed --base v1         only files that differ from v1; without --base, from main
npm test -- --mutation --changed --minutes 10      a sample that should take no longer
npm test -- --mutation --only sql                  the SQL in the code; --only code: the code around it
npm test -- --mutation api/auth --tests 'api/auth/throttle.test.ts'
                                                     only these tests: quick, but other tests might notice more mutants
npm test -- --mutation --sample 60 --record       writes the scores into scores.json and README.md
npm test -- --mutation --incremental               reuses the previous results of unchanged code and tests`

const OPTIONS = {
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  changed: { type: 'boolean', default: false },
  base: { type: 'string' },
  minutes: { type: 'string' },
  incremental: { type: 'boolean', default: false },
  only: { type: 'string' },
  tests: { type: 'string' },
  record: { type: 'boolean', default: false },
} as const

/** Each folder has mutants in its code and in its SQL. */
const PARTS = ['code', 'sql']

type Values = {
  sample?: string
  seed: string
  changed: boolean
  base?: string
  minutes?: string
  incremental: boolean
  only?: string
  tests?: string
  record: boolean
}
type Result = { name: string; sampled: boolean; seconds: number; score: Score }

const isIn = (file: string, name: string, { mutate: globs = [] }: Folder): boolean =>
  file.startsWith(`${name}/`) &&
  /(?<!\.test|\.d|\.config)\.ts$/.test(file) &&
  !globs.some(glob => glob.startsWith('!') && matchesGlob(file, glob.slice(1)))

const numberOf = (values: Values, name: 'sample' | 'minutes'): number | undefined => {
  const text = values[name]
  if (text === undefined) return undefined
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} takes a whole number above 0, not "${text}".`)
  return Number(text)
}

const runsOf = (values: Values, names: string[]): Run[] => {
  const known = (name: string) =>
    Object.entries(FOLDERS).some(([folder, of]) => name === folder || isIn(name, folder, of))
  const unknown = names.find(name => !known(name))
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" is not mutated. There are: ${Object.keys(FOLDERS).join(', ')}.`)
  const changed = values.changed ? changedSince(values.base) : undefined
  const isSampled = values.changed && !changed
  if (isSampled)
    console.log('There is no git history to compare with, so a small sample of everything is tested instead.')
  const wanted = Object.entries(FOLDERS).flatMap(([name, folder]) => {
    const isWhole = names.length === 0 || names.includes(name)
    const files = isWhole ? changed : names
    const own = files?.filter(file => isIn(file, name, folder))
    return own === undefined || own.length > 0 ? [{ name, folder, files: own }] : []
  })
  const minutes = numberOf(values, 'minutes')
  const sample = numberOf(values, 'sample') ?? (isSampled ? 5 : undefined)
  if (values.only !== undefined && !PARTS.includes(values.only))
    throw new UsageError(`--only takes ${PARTS.join(' or ')}, not "${values.only}".`)
  const share = minutes && (minutes * 60) / wanted.length / (values.only ? 1 : PARTS.length)
  return wanted.map(({ name, folder, files }) => {
    const size = share ? Math.max(1, Math.floor(share / secondsPerMutant(folder))) : sample
    return {
      name,
      folder,
      ...(files && { files }),
      tests: values.tests?.split(',') ?? testsOf(name, folder, files),
      ...(size && { sample: { size, seed: values.seed } }),
      incremental: values.incremental,
    }
  })
}

/** Limits the tests to those that import the files, because Stryker first runs every test once without a mutant. */
const testsOf = (name: string, folder: Folder, files: string[] = []): string[] => {
  const all = [`${name}/**/*.test.ts`, ...(folder.tests ?? [])]
  const reaching = [...new Set(files.flatMap(file => testsReaching(file, all)))]
  return reaching.length > 0 ? reaching : all
}

const run = async (values: Values, names: string[]): Promise<void> => {
  process.chdir(ROOT)
  const results: Result[] = []
  const minutes = numberOf(values, 'minutes') ?? Number.POSITIVE_INFINITY
  const until = performance.now() + minutes * 60_000
  for (const one of runsOf(values, names)) {
    if (performance.now() > until) {
      console.log(`NOT TRIED, because the ${minutes} minutes are over: ${one.name}`)
      continue
    }
    const begun = performance.now()
    // Record only a folder's whole score.
    const isRecorded = values.record && !one.files && !values.tests
    const found: MutantResult[] = []
    for (const part of PARTS.filter(name => name === (values.only ?? name))) {
      const results = await mutants(one, part)
      if (isRecorded) record(one, results)
      found.push(...results)
    }
    const score = scoreOf(found, !one.sample && !one.files && !values.only && !values.tests)
    const result = {
      name: one.name,
      sampled: one.sample !== undefined,
      seconds: (performance.now() - begun) / 1000,
      score,
    }
    results.push(result)
    report(result)
  }
  if (results.length === 0) return console.log('No file that can be mutated has changed.')
  process.exitCode = conclude(results) ? 0 : 1
}

const mutants = async (one: Run, part: string): Promise<MutantResult[]> => {
  const files = one.files ?? filesOf(`${one.name}/*.ts`).filter(file => isIn(file, one.name, one.folder))
  const results = part === 'code' ? refuseUncompilable(await mutate(one)) : await mutateSql({ ...one, files })
  return one.folder.oracle ? judgeSurvivors(results) : results
}

const report = ({ name, score }: Result): void => {
  for (const { place, mutator, original, replacement, untested } of score.survived)
    console.log(
      `${place} ${mutator}${untested ? ', run by no test' : ''}\n  - ${original}\n  + ${replacement}`,
    )
  for (const { file, original, replacement } of score.idle)
    console.log(
      `accepted.ts lists a mutant that no longer exists or is noticed: ${file} "${original}" → "${replacement}"`,
    )
  console.log(`${name}: ${score.killed} of ${score.mutants} noticed\n`)
}

/** Prints the table. Returns true if every score is high enough and no accepted mutant is obsolete. */
const conclude = (results: Result[]): boolean => {
  const whole = {
    mutants: results.reduce((sum, { score }) => sum + score.mutants, 0),
    killed: results.reduce((sum, { score }) => sum + score.killed, 0),
  }
  const poor = results.filter(({ score, sampled }) => isUnder(score, FEWEST_KILLED.folder, sampled))
  console.log(row('folder', 'mutants', 'noticed', 'survived', 'accepted', 'broken', 'score', 's/mutant'))
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const { name, sampled, seconds, score } of results)
    console.log(
      row(
        sampled ? `${name} (sample)` : name,
        ...[score.mutants, score.killed, score.survived.length, score.accepted, score.broken],
        `${per100(score).toFixed(1)} %`,
        (seconds / Math.max(1, score.mutants)).toFixed(1),
      ),
    )
  console.log(
    row(
      'all',
      whole.mutants,
      whole.killed,
      whole.mutants - whole.killed,
      '',
      '',
      `${per100(whole).toFixed(1)} %`,
      '',
    ),
  )
  for (const { name } of poor) console.error(`${name} is under ${FEWEST_KILLED.folder} %.`)
  const isPoor = isUnder(
    whole,
    FEWEST_KILLED.whole,
    results.some(({ sampled }) => sampled),
  )
  if (isPoor) console.error(`The score of all folders together is below ${FEWEST_KILLED.whole} %.`)
  return poor.length === 0 && !isPoor && results.every(({ score }) => score.idle.length === 0)
}

await runCommand({
  usage: USAGE,
  options: OPTIONS,
  words: 100,
  run: (values, words) => inFolder(() => run(values, words), true),
})
