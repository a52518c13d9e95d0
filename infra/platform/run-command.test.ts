import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Command, runCommand, UsageError } from './run-command.ts'

const ARGS = process.argv
const OPTIONS = { reason: { type: 'string' }, all: { type: 'boolean' } } as const
let said: string[]
beforeEach(() => {
  said = []
  vi.spyOn(console, 'log').mockImplementation(line => void said.push(`out: ${line}`))
  vi.spyOn(console, 'error').mockImplementation(line => void said.push(`err: ${line}`))
})
afterEach(() => {
  process.argv = ARGS
  process.exitCode = undefined
  vi.restoreAllMocks()
})

/** Runs a command with these arguments. Returns its output and exit code. */
const call = async (args: string[], changed: Partial<Command<typeof OPTIONS>> = {}) => {
  process.argv = ['node', 'command', ...args]
  await runCommand({
    usage: 'USAGE',
    options: OPTIONS,
    run: async (values, words) => void said.push(JSON.stringify([values, words])),
    ...changed,
  })
  const answer = [said.splice(0).join('\n'), process.exitCode]
  process.exitCode = undefined
  return answer
}

test('a command gets its options and as many arguments as it accepts', async () => {
  expect(await call(['--all', '--reason', 'x'])).toEqual(['[{"all":true,"reason":"x"},[]]', undefined])
  expect(await call(['a', 'b'], { words: 2 })).toEqual(['[{},["a","b"]]', undefined])
})

test('--help prints the usage and does not run the command', async () => {
  for (const word of ['--help', '-h']) expect(await call([word])).toEqual(['out: USAGE', undefined])
})

test('an unknown argument is named, with the usage', async () => {
  expect(await call(['a'])).toEqual(['err: What is "a"?\n\nUSAGE', 2])
  expect(await call(['a', 'b'], { words: 1 })).toEqual(['err: What is "b"?\n\nUSAGE', 2])
  expect(await call(['--nope'])).toEqual(["err: Unknown option '--nope'.\n\nUSAGE", 2])
})

test('an error prints only its sentence, and a usage error adds the usage and has exit code 2', async () => {
  const failing = (error: unknown) => ({ run: () => Promise.reject(error) })
  expect(await call([], failing(new Error('No store.')))).toEqual(['err: No store.', 1])
  expect(await call([], failing(new UsageError('Not so.')))).toEqual(['err: Not so.\n\nUSAGE', 2])
  expect(await call([], { ...failing(new UsageError('')), usage: 'USAGE' })).toEqual(['err: USAGE', 2])
  expect(await call([], failing('a text'))).toEqual(['err: a text', 1])
  const own = async () => {
    process.exitCode = 3
  }
  expect(await call([], { run: own })).toEqual(['', 3])
})
