/** Every command of package.json that somebody types, used wrongly. None opens a store before it knows what is wanted. */
import { execFile, execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  await readFile(join(root, 'package.json'), 'utf8'),
)
const COMMAND = /^node (infra\/app\/(?:commands|seed)\/[\w-]+\.ts|api\/\S+-command\.ts)$/
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = COMMAND.exec(script) ?? []
  return file ? { name, file } : []
})

const run = (file: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [file, ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: '/dev/null/none' },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )

test('the table has the commands', () => {
  expect(commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'seed',
      'staff',
      'erase',
      'export-person',
      'sql',
      'backup',
      'restore',
      'move',
      'rebuild',
      'dead-letters',
      'migrate',
    ]),
  )
})

const usageOf = (name: string) => expect.stringMatching(new RegExp(`^npm run (-s )?${name}\\b`, 'm'))

test('a command tells its usage when asked', async () => {
  const said = await run('infra/app/commands/sql.ts', '--help')
  expect(said).toEqual({ code: 0, said: usageOf('sql') })
})

describe.each(commands)('npm run $name', ({ name, file }) => {
  const usage = usageOf(name)

  test('answers an option and a word that it does not know with a sentence and its usage', async () => {
    const [option, word] = await Promise.all([run(file, '--nope'), run(file, 'a', 'b', 'c')])
    expect(option).toEqual({ code: 1, said: usage })
    expect(option.said).toMatch(/^Unknown option '--nope'\.\n\n/)
    expect(word).toEqual({ code: 1, said: usage })
    expect(word.said).toMatch(/^What is "[abc]"\?\n\n/)
  })
})

describe('the pages', () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  test.each(pages)('%s names commands as npm runs them, as a system’s own Node may not', async page => {
    const text = await readFile(join(root, page), 'utf8')
    expect([...text.matchAll(/\bnode [\w/.-]+\.ts\b/g)].map(String)).toEqual([])
  })
})
