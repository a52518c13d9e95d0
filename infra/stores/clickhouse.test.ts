import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClickHouseClient } from '@clickhouse/client'
import { describe, expect, test } from 'vitest'
import { cleanUpAfter } from '../rigs/testing/clean-up.ts'
import { serve } from '../rigs/testing/servers/serve.ts'
import { until } from '../rigs/testing/until.ts'
import { type ClickHouse, INSERT_SETTINGS, openClickHouse } from './clickhouse.ts'

const cleanUp = cleanUpAfter('each')

const temporaryDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-clickhouse-'))
  cleanUp.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const open = async (dataDir: string) => {
  const opened = await openClickHouse({ dataDir })
  cleanUp.push(opened.close)
  return opened
}

const rows = async (client: ClickHouseClient, query: string): Promise<unknown[]> =>
  (await client.query({ query, format: 'JSONEachRow' })).json()

const opener = `
  import { openClickHouse } from ${JSON.stringify(import.meta.resolve('./clickhouse.ts'))}
  await openClickHouse({ dataDir: process.argv[1] }).then(() => console.log('open'), error => console.log(error.message))
  setInterval(() => undefined, 1000)`

/** Spawns a process that opens the directory, reports the result and waits to be killed. */
const openElsewhere = async (dataDir: string) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', opener, dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  cleanUp.push(async () => child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, line: String(line) }
}

const inserter = `
  import { openClickHouse } from ${JSON.stringify(import.meta.resolve('./clickhouse.ts'))}
  const { client } = await openClickHouse({ dataDir: process.argv[1] })
  const kept = client()
  await kept.command({ query: 'CREATE TABLE kept (word String) ENGINE = MergeTree ORDER BY word' })
  await kept.insert({ table: 'kept', values: [{ word: 'ours' }], format: 'JSONEachRow' })
  await kept.command({ query: "INSERT INTO kept VALUES ('ours')" })
  const found = await kept.query({ query: 'SELECT word, count() AS n FROM kept GROUP BY word', format: 'JSONEachRow' })
  console.log(JSON.stringify(await found.json()))
  process.exit()`

describe('the embedded engine', () => {
  test('the embedded engine inserts its input without waiting for the end of standard input', async () => {
    const dataDir = await temporaryDirectory()
    const child = spawn(process.execPath, ['--input-type=module', '-e', inserter, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    cleanUp.push(async () => child.kill('SIGKILL'))
    child.stdin.write('{"word":"theirs"}\n')
    const [line] = await once(createInterface(child.stdout), 'line')
    expect(JSON.parse(line)).toEqual([{ word: 'ours', n: 2 }])
  })

  test('the embedded engine keeps its data over a restart', async () => {
    const dataDir = await temporaryDirectory()
    const first = await openClickHouse({ dataDir })
    const client = first.client()
    await client.command({ query: 'CREATE TABLE kept (word String) ENGINE = MergeTree ORDER BY word' })
    await client.insert({
      table: 'kept',
      values: [{ word: 'semicolons; \'quotes\' \\ and\n"lines"' }],
      format: 'JSONEachRow',
      clickhouse_settings: INSERT_SETTINGS,
    })
    expect((await stat(join(dataDir, 'clickhouse'))).mode & 0o777).toBe(0o700)
    await first.close()
    const second = await open(dataDir)
    expect(await rows(second.client(), 'SELECT word FROM kept')).toEqual([
      { word: 'semicolons; \'quotes\' \\ and\n"lines"' },
    ])
  })

  test('the embedded engine resets a statement’s settings after it', async () => {
    const clickhouse = await open(await temporaryDirectory())
    const [a, b] = [clickhouse.client(), clickhouse.client()]
    await a.command({ query: 'CREATE TABLE shared (n UInt8) ENGINE = Memory' })
    await a.command({ query: 'INSERT INTO shared VALUES (1)', clickhouse_settings: { max_threads: 3 } })
    const threads = "SELECT value FROM system.settings WHERE name = 'max_threads'"
    expect(await rows(b, 'SELECT n FROM shared')).toEqual([{ n: 1 }])
    expect(await rows(a, threads)).not.toEqual([{ value: '3' }])
  })

  /** Takes long within a single block, where the engine does not check its limits. */
  const STUCK = 'SELECT count() FROM numbers(60000) WHERE has(range(1000000), number + 10000000)'

  test.each<[string, (clickhouse: ClickHouse) => unknown]>([
    ['its process is killed', ({ engine }) => process.kill(engine?.pid() ?? 0, 'SIGKILL')],
    [
      'a statement outlives its limit by five seconds',
      ({ client }) =>
        client()
          .command({ query: STUCK, clickhouse_settings: { max_execution_time: 1 } })
          .catch(String),
    ],
  ])('the embedded engine is back on the same address with its data when %s', async (_, end) => {
    const clickhouse = await open(await temporaryDirectory())
    const client = clickhouse.client()
    await client.command({ query: 'CREATE TABLE kept (n UInt8) ENGINE = MergeTree ORDER BY n' })
    await client.command({ query: 'INSERT INTO kept VALUES (1)' })
    const before = clickhouse.engine?.pid()
    await end(clickhouse)
    await until(async () => clickhouse.engine?.pid() !== before, 20_000)
    await until(async () => (await rows(client, 'SELECT n FROM kept').catch(() => [])).length === 1, 20_000)
  })

  test('the embedded engine returns 64-bit integers as numbers', async () => {
    const client = (await open(await temporaryDirectory())).client()
    expect(await rows(client, 'SELECT toUInt64(9007199254740991) AS n')).toEqual([{ n: 9007199254740991 }])
  })

  test('the embedded engine closes during a query that no caller waits for', async () => {
    const dataDir = await temporaryDirectory()
    const first = await openClickHouse({ dataDir })
    const abandoned = new AbortController()
    const query = first.client().query({ query: 'SELECT sleep(1)', abort_signal: abandoned.signal })
    abandoned.abort()
    await expect(query).rejects.toThrow()
    await first.close()
    expect((await openElsewhere(dataDir)).line).toBe('open')
  })

  test('the embedded engine refuses a directory in use, and says so', async () => {
    const dataDir = await temporaryDirectory()
    const { child, line } = await openElsewhere(dataDir)
    expect(line).toBe('open')
    await expect(openClickHouse({ dataDir })).rejects.toThrow(
      `The data directory ${join(dataDir, 'clickhouse')} is in use by another process (`,
    )
    child.kill('SIGKILL')
    await until(() => child.exitCode !== null || child.signalCode !== null, 5_000)
    expect(await rows((await open(dataDir)).client(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('the embedded engine waits for a lock whose owner it cannot name, such as one that has just ended', async () => {
    const dataDir = await temporaryDirectory()
    const status = join(dataDir, 'clickhouse', 'status')
    await mkdir(join(dataDir, 'clickhouse'))
    await writeFile(status, `PID: ${2 ** 22 + 1}\n`)
    const holder = spawn('flock', ['--exclusive', status, 'sh', '-c', 'echo held; sleep 1'])
    await once(holder.stdout, 'data')
    expect(await rows((await open(dataDir)).client(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(holder.exitCode).toBe(0)
  })

  test('the embedded engine knows every setting of inserts', async () => {
    const client = (await open(await temporaryDirectory())).client()
    const names = Object.keys(INSERT_SETTINGS).map(name => `'${name}'`)
    expect(await rows(client, `SELECT name FROM system.settings WHERE name IN (${names})`)).toHaveLength(
      names.length,
    )
  })
})

test('every client asks a ClickHouse server for 64-bit integers as numbers', async () => {
  const asked: string[] = []
  const { url } = await serve((request, answer) => {
    asked.push(
      new URL(request.url ?? '', 'http://a').searchParams.get('output_format_json_quote_64bit_integers') ??
        '',
    )
    answer.end('{"n":1}\n')
  })
  const clickhouse = await openClickHouse({ url, dataDir: '/nowhere' })
  cleanUp.push(clickhouse.close)
  for (const client of [clickhouse.client(), clickhouse.client()])
    expect(await rows(client, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  expect(asked).toEqual(['0', '0', '0'])
})
