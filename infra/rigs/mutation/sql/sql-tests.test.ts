import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../house/imports.ts'

const FILE = 'projector/steps/duplicates.ts'
const TESTS = 'projector/steps/duplicates.test.ts'

/** In a process of its own, as vitest is not opened within vitest: what the tests say to each change of the file. */
const SCRIPT = `
const { openSqlTests } = await import(${JSON.stringify(join(import.meta.dirname, 'sql-tests.ts'))})
const { readFileSync } = await import('node:fs')
const [file, original] = ['${FILE}', 'duplicates: sign']
const start = readFileSync(file, 'utf8').indexOf(original)
const end = start + original.length
const tests = await openSqlTests(['${TESTS}'])
const said = []
for (const n of [0, 701, 702, 'renew', 0, 703, 'renew', 704]) {
  if (n === 'renew') {
    await tests.renew()
    continue
  }
  tests.put(n ? { file, mutator: '', start, end, original, replacement: 'duplicates: ' + n } : undefined)
  said.push((await tests.run('${TESTS}', 60_000)).said)
}
await tests.close()
console.log(JSON.stringify(said))
// Tests have failed, as they should.
process.exitCode = 0`

test('each run has its own mutant and that of no other run, in a new process as well', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = JSON.parse(output.trim().split('\n').at(-1) ?? '') as string[]
  // They count two of them.
  expect(said.map(text => text.match(/14\d\d/)?.[0] ?? text)).toEqual([
    '',
    '1402',
    '1404',
    '',
    '1406',
    '1408',
  ])
})
