/** Some operator commands of package.json with wrong arguments. `commands.long.test.ts` runs all of them. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS, ROOT, run } from '../../rigs/testing/run/commands.ts'

test('the table lists all commands', () => {
  expect(COMMANDS.map(({ name }) => name)).toEqual(
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

test.each([
  ['erase', 2, 'Say who: one of --email, --phone, --lead and --session.'],
  ['migrate', 1, 'DATABASE_URL and CLICKHOUSE_URL are not set, and /dev/null/none holds no such data'],
])('npm run %s names the missing argument', async (name, status, sentence) => {
  const { code, said } = await run(`infra/app/commands/${name}.ts`)
  expect([code, said]).toEqual([status, expect.stringContaining(sentence)])
})

describe('the pages', () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  test.each(pages)(
    '%s names commands as npm or npx runs them, because the system’s Node may not run them',
    async page => {
      const text = await readFile(join(ROOT, page), 'utf8')
      expect([...text.matchAll(/(?<!npx )\bnode [\w/.-]+\.ts\b/g)].map(String)).toEqual([])
    },
  )
})
