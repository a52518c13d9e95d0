/** Every operator command of package.json with wrong arguments. No command opens a store before its arguments are valid. */
import { expect, test } from 'vitest'
import { COMMANDS, run, usageOf } from '../../rigs/testing/run/commands.ts'

const WRONG = [
  { what: 'a word', given: ['a', 'b', 'c'], sentence: /^What is "[abc]"\?\n\n/ },
  { what: 'an option', given: ['--nope'], sentence: /^Unknown option '--nope'\.\n\n/ },
]

test.each(COMMANDS.flatMap(command => WRONG.map(wrong => ({ ...command, ...wrong }))))(
  'npm run $name answers an unknown $what with a sentence and its usage',
  async ({ name, file, given, sentence }) => {
    const { code, said } = await run(file, ...given)
    expect(code).toBe(2)
    expect(said).toEqual(usageOf(name))
    expect(said).toMatch(sentence)
  },
)

test('a command prints its usage on request', async () => {
  const said = await run('infra/app/commands/sql.ts', '--help')
  expect(said).toEqual({ code: 0, said: usageOf('sql') })
})
