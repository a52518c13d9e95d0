/** A word that a command does not know; an option is in `commands.test.ts`, and a word too many of one of them in `sql.test.ts`. */
import { expect, test } from 'vitest'
import { COMMANDS, run, usageOf } from '../../rigs/testing/run/commands.ts'

test.each(COMMANDS)(
  'npm run $name answers a word that it does not know with a sentence and its usage',
  async ({ name, file }) => {
    const { code, said } = await run(file, 'a', 'b', 'c')
    expect(code).toBe(1)
    expect(said).toEqual(usageOf(name))
    expect(said).toMatch(/^What is "[abc]"\?\n\n/)
  },
)
