import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../testing/clean-up.ts'
import { openMeter, type Spent, sumOf } from './threads.ts'

const cleanUp = cleanUpAfter('each')

const BEGIN = `process.stdout.write('ready'); await new Promise(go => process.stdin.once('data', go));`
const END = `process.stdout.write('done'); await new Promise(() => setInterval(() => {}, 1000));`

/** What a process spends for some code; it has run what comes before that when it is measured. */
const spentFor = async (before: string, code: string): Promise<Spent> => {
  const args = ['--input-type=module', '-e', `${before};${BEGIN}${code};${END}`]
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const read = await openMeter(child.pid ?? 0)
  child.stdin.write('go')
  await once(child.stdout, 'data')
  return read()
}

test.each<[string, keyof Spent, string, string]>([
  ['a loop', 'node', '', 'for (let i = 0, x = 0; i < 3e8; i++) x += i % 7'],
  [
    'what runs beside the main thread for Node',
    'calls',
    `import { pbkdf2 } from 'node:crypto'`,
    `await new Promise(end => pbkdf2('a', 'b', 1_000_000, 64, 'sha512', end))`,
  ],
  [
    'a question of the engine that reads much',
    'engine',
    `import { queryAsync } from 'chdb'; await queryAsync('SELECT 1')`,
    `await queryAsync('SELECT sum(sipHash64(number)) FROM numbers(50000000)')`,
  ],
  [
    'a question of an engine in a process of its own',
    'engine',
    `import { spawn } from 'node:child_process';
    const code = "import { queryAsync } from 'chdb'; await queryAsync('SELECT 1'); console.log(1);" +
      "process.stdin.once('data', async () => { await queryAsync('SELECT sum(sipHash64(number)) FROM numbers(50000000)'); console.log(2) })";
    const own = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
    process.on('exit', () => own.kill('SIGKILL'));
    const told = () => new Promise(end => own.stdout.once('data', end)); await told()`,
    `own.stdin.write('go'); await told()`,
  ],
])('%s is counted as of %s', async (_what, kind, before, code) => {
  const spent = await spentFor(before, code)
  expect(sumOf(spent)).toBeGreaterThan(100_000)
  expect(spent[kind] / sumOf(spent)).toBeGreaterThan(0.8)
})
