/** `npm run sql` and the commands on the analysts' page, exactly as written there. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { runningSqlPort } from '../../reporting/analysts.ts'
import { startTestSystem } from '../../rigs/testing/system.ts'
import { until } from '../../rigs/testing/until.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const page = await readFile(join(root, 'infra', 'reporting', 'README.md'), 'utf8')
const pasted = page
  .split('\n')
  .filter(line => line.startsWith('    npm run ') && line.includes(' sql '))
  .map(line => line.trim())

const directory = await mkdtemp(join(tmpdir(), 'firsttouch-sql-'))
const system = await startTestSystem()
await system.post('/api/analytics/visit', { sessionId: `utm_${Date.now()}_sql`, pagePath: '/' })
await until(
  async () => (await system.get<{ totalVisits: number }>('/api/admin/analytics')).totalVisits === 1,
  120_000,
)
afterAll(async () => {
  await system.close()
  await rm(directory, { recursive: true, force: true })
})

const options = () => ({
  cwd: root,
  env: { ...process.env, DATA_DIR: system.dataDir },
  encoding: 'buffer' as const,
  maxBuffer: 16 * 1024 * 1024,
})
const sql = (...given: string[]) =>
  promisify(execFile)(process.execPath, ['infra/app/commands/sql.ts', ...given], options()).then(
    ({ stdout }) => ({ out: stdout, error: '' }),
    (error: { stdout: Buffer; stderr: Buffer }) => ({ out: error.stdout, error: error.stderr.toString() }),
  )

test('npm run sql without a running Firsttouch says how to start it', async () => {
  const env = { ...process.env, DATA_DIR: directory }
  const asking = promisify(execFile)(process.execPath, ['infra/app/commands/sql.ts', 'SELECT 1'], {
    cwd: root,
    env,
  })
  await expect(asking).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/start it with npm start/),
  })
})

test('npm run sql prints the bytes of any format unchanged', async () => {
  const query = `SELECT number, concat('\\xff\\0', toString(number)) AS bytes FROM numbers(1000)`
  const running = await runningSqlPort(system.dataDir)
  for (const format of ['Parquet', 'Arrow', 'Native', 'RowBinary']) {
    const answer = await fetch(`${running?.url}/?default_format=${format}`, {
      method: 'POST',
      headers: { 'x-clickhouse-key': running?.token ?? '' },
      body: query,
    })
    const { out } = await sql('--format', format, query)
    expect(out.equals(Buffer.from(await answer.arrayBuffer())), format).toBe(true)
    if (format === 'Parquet')
      expect([out.subarray(0, 4), out.subarray(-4)].map(String)).toEqual(['PAR1', 'PAR1'])
  }
})

test('npm run sql explains a misspelt function and a second argument', async () => {
  expect((await sql('SELECT coun() FROM visits')).error).toMatch(/no function coun .*Maybe you meant: count/)
  const { out, error } = await sql('SELECT 1', 'SELECT 2')
  expect(error).toMatch(/What is "SELECT 2"/)
  expect(out.toString()).toBe('')
})

test.each(pasted)('%s', async command => {
  const [, file] = /> (\S+)$/.exec(command) ?? []
  const there = file ? command.replace(file, join(directory, file)) : command
  const { stdout } = await promisify(execFile)('bash', ['-c', there], options())
  const written = file ? await readFile(join(directory, file)) : stdout
  const text = written.toString('latin1')
  if (file?.endsWith('.csv')) expect(text).toMatch(/^"day","visits"\n"20/)
  else if (file) expect(text).toMatch(/^PAR1/)
  else if (command.includes('--url')) expect(text).toMatch(/^http:\/\/analyst:\w+@127\.0\.0\.1:\d+\/\n$/)
  else expect(text).toMatch(/campaign_days|20\d\d-/)
})
