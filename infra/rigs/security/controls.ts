/**
 * `npm test -- --controls`: in a copy, removes one control at a time and checks that its test fails. Words select the controls that contain
 * all of them: `npm test -- --controls S-10`. `--minutes 6 --seed 1` tries random controls until the time is over.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openRandom } from '../faults/random.ts'
import { inFolder } from '../testing/run/folder.ts'
import { CONTROLS, type Control } from './controls-list.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const TEST_WITHIN_MS = 900_000
export type Outcome = 'noticed' | 'not noticed' | 'not found' | 'fails anyway'

/** Copies all tracked and new files. The packages are hard links. */
const makeCopy = async (): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'firsttouch-controls-'))
  // As root, PostgreSQL runs as another user, which must be able to enter the folder.
  await chmod(copy, 0o711)
  const given = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', given, { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(ROOT, file), join(copy, file))
  }
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), copy])
  // Tests list files with git.
  execFileSync('git', ['init', '-q'], { cwd: copy })
  execFileSync('git', ['add', '-A'], { cwd: copy })
  return copy
}

const report = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) }),
  ),
})
type Run = { passes: boolean; failed: string | undefined }

/** `failed`: the first failing test. undefined if the run ends without test results. */
const runTest = async (copy: string, test: string): Promise<Run> => {
  const file = join(copy, 'controls-report.json')
  const args = ['run', test, '--maxWorkers=1', '--bail=1', '--reporter=json', `--outputFile=${file}`]
  await rm(file, { force: true })
  await new Promise<void>(resolve => {
    const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
    execFile(process.execPath, [vitest, ...args], { cwd: copy, timeout: TEST_WITHIN_MS }, () => resolve())
  })
  if (!existsSync(file)) return { passes: false, failed: undefined }
  const { success, testResults } = report.parse(JSON.parse(await readFile(file, 'utf8')))
  const failed = testResults.flatMap(one => one.assertionResults).find(({ status }) => status === 'failed')
  return { passes: success, failed: failed?.fullName }
}

export const isOnce = (text: string, find: string): boolean => text.split(find).length === 2

type Tried = { outcome: Outcome; by?: string | undefined }

const tryOne = async (copy: string, { file, find, replace, test }: Control): Promise<Tried> => {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  if (!isOnce(text, find)) return { outcome: 'not found' }
  await writeFile(path, text.split(find).join(replace))
  try {
    const { failed } = await runTest(copy, test)
    return failed === undefined ? { outcome: 'not noticed' } : { outcome: 'noticed', by: failed }
  } finally {
    await writeFile(path, text)
  }
}

/** The unchanged test must pass, or its failure proves nothing. Retry once for a busy machine. */
const runAsItIs = async (copy: string, test: string): Promise<Run> => {
  const first = await runTest(copy, test)
  return first.passes ? first : runTest(copy, test)
}

const tryAll = async (
  copy: string,
  chosen: Control[],
  isLate: () => boolean,
): Promise<Record<Outcome, number>> => {
  const counted: Record<Outcome, number> = { noticed: 0, 'not noticed': 0, 'not found': 0, 'fails anyway': 0 }
  for (const [test, controls] of Map.groupBy(chosen, one => one.test)) {
    if (isLate()) break
    const { passes, failed } = await runAsItIs(copy, test)
    for (const control of controls) {
      const { outcome, by }: Tried = passes
        ? await tryOne(copy, control)
        : { outcome: 'fails anyway', by: failed }
      counted[outcome] += 1
      console.log(`${outcome.padEnd(12)} ${control.item} ${control.what} (${control.file}): ${by ?? test}`)
    }
  }
  return counted
}

const OPTIONS = { minutes: { type: 'string' }, seed: { type: 'string' } } as const

const main = async (args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const holds = (control: Control) =>
    positionals.every(word => Object.values(control).join(' ').includes(word))
  const seed = Number(values.seed ?? Date.now() % 1e9)
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)
  const until = performance.now() + minutes * 60_000
  const chosen = openRandom('controls', seed).shuffled(CONTROLS.filter(holds))
  const copy = await makeCopy()
  const counted = await tryAll(copy, chosen, () => performance.now() > until).finally(() =>
    rm(copy, { recursive: true, force: true }),
  )
  const removed = counted.noticed + counted['not noticed']
  console.log(
    `\n${removed} controls removed, ${counted.noticed} noticed; ${counted['not found']} are no longer where the list says, ` +
      `${counted['fails anyway']} could not be tried because their test fails without a change.`,
  )
  const tried = Object.values(counted).reduce((sum, n) => sum + n, 0)
  if (tried < chosen.length)
    console.log(
      `NOT TRIED in the ${minutes} minutes: ${chosen.length - tried} of ${chosen.length}; --seed=${seed} takes the same first.`,
    )
  if (counted.noticed < tried) process.exitCode = 1
}

if (import.meta.main) await inFolder(() => main(process.argv.slice(2)))
