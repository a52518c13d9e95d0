/**
 * `npm run test:security:controls`: takes each control away, one at a time and in a copy, and sees whether its test notices.
 * Words narrow it to the controls that hold all of them: `npm run test:security:controls -- S-10`.
 */
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { CONTROLS, type Control } from './controls-list.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TEST_WITHIN_MS = 900_000
export type Outcome = 'noticed' | 'not noticed' | 'not found' | 'fails anyway'

/** What git knows of, with what is not committed; the packages are linked, not copied. */
const makeCopy = async (): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'firsttouch-controls-'))
  const given = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', given, { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(ROOT, file), join(copy, file))
  }
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), copy])
  // Tests ask git for the list of files.
  execFileSync('git', ['init', '-q'], { cwd: copy })
  execFileSync('git', ['add', '-A'], { cwd: copy })
  return copy
}

const report = z.object({ numFailedTests: z.int(), numPassedTests: z.int(), success: z.boolean() })

/** A run that ends without a word about tests is no answer. */
const runTest = async (copy: string, test: string): Promise<z.infer<typeof report>> => {
  const file = join(copy, 'controls-report.json')
  const args = ['run', test, '--maxWorkers=1', '--bail=1', '--reporter=json', `--outputFile=${file}`]
  await rm(file, { force: true })
  await new Promise<void>(resolve => {
    const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
    execFile(process.execPath, [vitest, ...args], { cwd: copy, timeout: TEST_WITHIN_MS }, () => resolve())
  })
  return report.parse(
    JSON.parse(
      await readFile(file, 'utf8').catch(() => '{"success":false,"numFailedTests":0,"numPassedTests":0}'),
    ),
  )
}

export const isOnce = (text: string, find: string): boolean => text.split(find).length === 2

const tryOne = async (copy: string, { file, find, replace, test }: Control): Promise<Outcome> => {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  if (!isOnce(text, find)) return 'not found'
  await writeFile(
    path,
    text.replace(find, () => replace),
  )
  try {
    return (await runTest(copy, test)).numFailedTests > 0 ? 'noticed' : 'not noticed'
  } finally {
    await writeFile(path, text)
  }
}

/** The tests as they are must pass, or a failure says nothing. */
const failingAnyway = async (copy: string, tests: string[]): Promise<Set<string>> => {
  const failing = new Set<string>()
  for (const test of tests) if (!(await runTest(copy, test)).success) failing.add(test)
  return failing
}

const main = async (words: string[]): Promise<void> => {
  const chosen = CONTROLS.filter(control =>
    words.every(word => Object.values(control).join(' ').includes(word)),
  )
  const copy = await makeCopy()
  const counted: Record<Outcome, number> = { noticed: 0, 'not noticed': 0, 'not found': 0, 'fails anyway': 0 }
  try {
    const failing = await failingAnyway(copy, [...new Set(chosen.map(({ test }) => test))])
    for (const control of chosen) {
      const outcome = failing.has(control.test) ? 'fails anyway' : await tryOne(copy, control)
      counted[outcome] += 1
      console.log(`${outcome.padEnd(12)} ${control.item} ${control.what} (${control.file}, ${control.test})`)
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  const removed = counted.noticed + counted['not noticed']
  console.log(
    `\n${removed} controls removed, ${counted.noticed} noticed; ${counted['not found']} are no longer where the list says, ` +
      `${counted['fails anyway']} could not be tried because their test fails without a change.`,
  )
  if (counted.noticed < chosen.length) process.exitCode = 1
}

if (import.meta.main) await main(process.argv.slice(2))
