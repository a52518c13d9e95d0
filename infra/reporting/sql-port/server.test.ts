/** The analysts' port works with the official client and curl, and exposes nothing outside the views. */

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../../rigs/testing/analysts/numbers-key.ts'
import { askerOf } from '../../rigs/testing/analysts/reporting-engine.ts'
import { type ClickHouse, openClickHouse } from '../../stores/clickhouse.ts'
import { migrateClickHouse } from '../../stores/migrate.ts'
import { publishReporting } from '../publish.ts'
import { openSqlPort, type SqlPort } from './server.ts'
import { answerAnalyst } from './session.ts'

const TOKEN = 'a-token-for-the-test'
let dataDir: string
let engine: ClickHouse
let owner: ClickHouseClient
let port: SqlPort
let url: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-sql-port-'))
  engine = await openClickHouse({ dataDir })
  owner = engine.client()
  await migrateClickHouse(owner, 'firsttouch_1')
  await owner.command({
    query: `INSERT INTO firsttouch_1.events (minute, id, type, session, occurred_at, user_agent)
    SELECT now(), generateUUIDv7(), 'visit', 'utm_1_secret', now64(3), 'secret agent' FROM numbers(3)`,
  })
  await publishReporting(owner, { db: 'firsttouch_1', timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })
  port = await openSqlPort({ port: 0, token: TOKEN, answer: answerAnalyst(askerOf(engine)) })
  url = `http://127.0.0.1:${port.port}`
})
afterAll(async () => {
  await port.close()
  await engine.close()
  await rm(dataDir, { recursive: true, force: true })
})

const ask = async (
  query: string,
  search = '',
): Promise<{ status: number; text: string; code: string | null }> => {
  const answer = await fetch(`${url}/${search}`, {
    method: 'POST',
    headers: { 'x-clickhouse-user': 'analyst', 'x-clickhouse-key': TOKEN },
    body: query,
  })
  return {
    status: answer.status,
    text: await answer.text(),
    code: answer.headers.get('x-clickhouse-exception-code'),
  }
}

describe('one after the other', { shuffle: false }, () => {
  describe('what works as on a server', () => {
    test('the official client works with parameters and formats', async () => {
      const client = createClient({ url, username: 'analyst', password: TOKEN, database: 'reporting' })
      expect((await client.ping()).success).toBe(true)
      const answer = await client.query({
        query:
          'SELECT source, count() AS visits, {word: String} AS word FROM visits WHERE day >= {since: Date} GROUP BY source',
        query_params: { since: '2020-01-01', word: "it's \\ a\ttab" },
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1, max_execution_time: 3600 },
      })
      expect(await answer.json()).toEqual([{ source: 'direct', visits: '3', word: "it's \\ a\ttab" }])
      await expect(client.query({ query: 'SELECT nothing FROM visits' })).rejects.toMatchObject({
        code: '47',
        type: 'UNKNOWN_IDENTIFIER',
      })
      await client.close()
    })

    test('a parameter may be as long as on a server', async () => {
      const client = createClient({ url, username: 'analyst', password: TOKEN })
      const numbers = Array.from({ length: 10_000 }, (_, i) => 1_700_000_000 + i)
      const result = await client.query({
        query: 'SELECT length({numbers: Array(UInt32)}) AS n',
        query_params: { numbers },
        format: 'JSONEachRow',
      })
      expect(await result.json()).toEqual([{ n: 10_000 }])
      await client.close()
    })

    test('curl works by body, by query and by GET, with basic authentication', async () => {
      const authorization = `Basic ${Buffer.from(`analyst:${TOKEN}`).toString('base64')}`
      const query = encodeURIComponent('SELECT count() FROM reporting.visits')
      expect(await (await fetch(`${url}/?query=${query}`, { headers: { authorization } })).text()).toBe('3\n')
      expect((await ask('SELECT 1 AS one FORMAT JSONEachRow')).text).toBe('{"one":1}\n')
      expect((await ask('SELECT 1 AS a, 2 AS b', '?default_format=CSVWithNames')).text).toBe('"a","b"\n1,2\n')
      expect(await (await fetch(`${url}/ping`)).text()).toBe('Ok.\n')
    })

    test.each([
      ['SHOW TABLES', /^about\n/],
      ['DESCRIBE TABLE visits', /^visited_at\t/],
      ['SHOW CREATE TABLE reporting.visits', /CREATE VIEW reporting\.visits/],
      ['EXISTS TABLE visits', /^1\n$/],
      ['EXPLAIN SELECT count() FROM visits', /Aggregating/],
      ["-- a comment; with a semicolon\nSELECT 'a;b -- c' /* another */;", /^a;b -- c\n$/],
      [
        'WITH recent AS (SELECT day FROM visits) SELECT uniqExact(day), countIf(day >= yesterday()) FROM recent',
        /^1\t3\n$/,
      ],
      [
        'SELECT sumOrNull(number), quantileExactIf(0.5)(number, number > 1), any(number) OVER () FROM numbers(4) GROUP BY number',
        /\d/,
      ],
      [
        'SELECT CASE WHEN 1 IN (1, 2) AND NOT 0 THEN [1, 2][1] ELSE (1, 2).1 END, arrayMap(x -> x + 1, [1])',
        /./,
      ],
    ])('%s', async (query, expected) => {
      const answer = await ask(query)
      expect(answer.text).toMatch(expected)
      expect(answer.status).toBe(200)
    })
  })

  const out = join(tmpdir(), `firsttouch-out-${process.pid}`)

  describe('statements that a naive port would run', () => {
    test.each([
      // Files: reading and writing.
      `SELECT 1 INTO OUTFILE '${out}'`,
      `SELECT 1 into/**/outfile '${out}' FORMAT CSV`,
      `SELECT 1 FORMAT CSV INTO OUTFILE '${out}'`,
      `SELECT file('/etc/hostname')`,
      "SELECT `file`('/etc/hostname')",
      `SELECT "file"('/etc/hostname')`,
      `SELECT x.1 FROM (SELECT tuple(file('/etc/hostname')) AS x)`,
      `SELECT * APPLY(file) FROM (SELECT '/etc/hostname' AS path)`,
      `SELECT arrayMap(path -> file(path), ['/etc/hostname'])`,
      `WITH file('/etc/hostname') AS text SELECT text`,
      `SELECT * FROM file('/etc/hostname', 'LineAsString')`,
      'SELECT * FROM `/etc/hostname`',
      `DESCRIBE file('/etc/hostname', 'LineAsString')`,
      `DESCRIBE TABLE file('/etc/hostname')`,
      `EXPLAIN SELECT file('/etc/hostname')`,
      `SELECT filesystemCapacity()`,
      `SELECT 1 FROM filesystem('/etc')`,
      `SELECT catboostEvaluate('/etc/hostname', 1)`,
      // The network.
      `SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')`,
      `SELECT * FROM urlCluster('a', 'http://127.0.0.1:1/', 'CSV')`,
      `SELECT * FROM remote('127.0.0.1', 'firsttouch_1', 'events')`,
      `SELECT * FROM s3('http://127.0.0.1:1/bucket/a', 'CSV')`,
      `SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')`,
      `SELECT aiGenerate('hello')`,
      // Programs.
      `SELECT * FROM executable('ls', 'TSV', 'a String')`,
      // Tables other than the views.
      'SELECT * FROM firsttouch_1.events',
      'SELECT * FROM `firsttouch_1`.events',
      'SELECT * FROM "firsttouch_1"."events"',
      'SELECT * FROM /* */ firsttouch_1 /* */ . /* */ events',
      'SELECT 1 WHERE 1 IN firsttouch_1.events',
      `SELECT * FROM merge('firsttouch_1', 'events')`,
      `SELECT * FROM merge(REGEXP('.*'), 'events')`,
      `SELECT hasColumnInTable('firsttouch_1', 'events', 'id')`,
      `SELECT joinGet('firsttouch_1.events', 'session', 1)`,
      `SELECT dictGet('firsttouch_1.events', 'session', 1)`,
      'SELECT * FROM mergeTreeIndex(firsttouch_1, events)',
      'SELECT * FROM loop(firsttouch_1, events)',
      'SELECT * FROM system.processes',
      'SHOW TABLES FROM firsttouch_1',
      'SHOW CREATE TABLE firsttouch_1.events',
      `SELECT * FROM {t: Identifier}`,
      // Several statements, and writing statements.
      'SELECT 1; SELECT 2',
      `SELECT 1;; DROP TABLE firsttouch_1.events`,
      `SELECT 1 /* /* */ ; DROP TABLE firsttouch_1.events -- */`,
      'INSERT INTO reporting.visits SELECT * FROM reporting.visits',
      'DROP VIEW reporting.visits',
      'CREATE TABLE reporting.mine (a Int32) ENGINE = Memory',
      'CREATE TEMPORARY TABLE mine (a Int32)',
      'EXPLAIN DROP VIEW reporting.visits',
      'KILL QUERY WHERE 1',
      'SYSTEM SHUTDOWN',
      `BACKUP DATABASE reporting TO File('${out}')`,
      'USE firsttouch_1',
      'SELECT 1 PARALLEL WITH SELECT 2',
      // Limits and the read-only mode.
      'SET readonly = 0',
      'SELECT 1 SETTINGS readonly = 0',
      'SELECT 1 SETTINGS max_execution_time = 1000',
      'SELECT sleep(3)',
      `SELECT getServerSetting('max_connections')`,
      'SELECT hostName()',
      // Texts that two parsers may read differently.
      "SELECT $tag$ ' $tag$",
      'SELECT 1 # comment',
      'SELECT \u201ca\u201d',
      "SELECT 'open",
      'SELECT `a\\`',
      '',
    ])('%s', async query => {
      const answer = await ask(query, '?param_t=firsttouch_1.events')
      expect(answer.text).toMatch(/^Code: \d+\. DB::Exception: /)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text).not.toMatch(/secret/)
      expect(existsSync(out)).toBe(false)
    })

    test('a setting in the address cannot raise a query’s limits', async () => {
      const answer = await ask("SELECT getSetting('max_execution_time')", '?max_execution_time=0&readonly=0')
      expect(answer.status).toBe(403)
      const many = await ask('SELECT number FROM numbers(200000)', '?max_result_rows=0&readonly=0')
      expect(many.code).toBe('396')
      const big = await ask(
        'SELECT length(groupArray(number)) FROM numbers(400000000)',
        '?max_memory_usage=0',
      )
      expect(big.code).toBe('241')
    })

    test('a request without the token is refused, and so is one with the host name of a web page', async () => {
      for (const headers of [{}, { 'x-clickhouse-key': 'wrong' }, { authorization: 'Basic YW5hbHlzdDo=' }])
        expect((await fetch(url, { method: 'POST', body: 'SELECT 1', headers })).status).toBe(401)
      const status = await new Promise(resolve =>
        request(
          `${url}/?query=SELECT+1`,
          { headers: { host: 'evil.example', 'x-clickhouse-key': TOKEN } },
          answer => {
            answer.resume()
            resolve(answer.statusCode)
          },
        ).end(),
      )
      expect(status).toBe(401)
    })
  })

  test('a queue of queries is answered in turn, and a longer one is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => ask('SELECT count() FROM numbers(5000000) WHERE sin(number) > 2')),
    )
    const refused = answers.filter(({ status }) => status === 503).length
    expect(answers.filter(({ status }) => status === 200).length).toBe(60 - refused)
    expect(refused).toBeGreaterThan(0)
  })

  test('connections have a memory limit, and open ones are answered', async () => {
    let closed = 0
    const sockets = Array.from({ length: 400 }, () => connect(port.port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined).on('close', () => closed++)
    const [first] = sockets
    try {
      while (closed === 0) await new Promise(resolve => setTimeout(resolve, 20))
      first?.write('GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      expect(String(await new Promise(resolve => first?.once('data', resolve)))).toMatch(/^HTTP\/1\.1 200 OK/)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })
})
