/** ClickHouse's HTTP protocol as drivers use it: compression and headers. */
import { expect, test } from 'vitest'
import { readBig } from '../../rigs/testing/analysts/read-big.ts'
import { openReportingPort } from '../../rigs/testing/analysts/reporting-port.ts'
import { heldBy } from '../../rigs/testing/loop-hold.ts'
import { answerAnalyst } from './session.ts'

const TOKEN = 'a-token-for-the-test'
const { url, engine } = openReportingPort(TOKEN)

const ask = async (body: BodyInit | undefined, search = '', headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url()}/${search}`, {
    method: 'POST',
    headers: { 'x-clickhouse-key': TOKEN, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const MANY = 'SELECT number, toString(number) AS word FROM numbers(50000)'

test.each([
  ['?compress=1', /compress=0/],
  ['?decompress=1', /compress=0/],
  ['?client_protocol_version=54470', /clickhouse-go/],
])('features that only a server has are refused with a sentence: %s', async (search, sentence) => {
  const { status, headers, bytes } = await ask('SELECT 1', search)
  expect([status, headers.get('x-clickhouse-exception-code')]).toEqual([400, '48'])
  expect(bytes.toString()).toMatch(sentence)
})

test.each(['gzip', 'deflate', 'br', 'zstd'])(
  'an answer is compressed as %s only if the client asks for it',
  async encoding => {
    const search = '?enable_http_compression=1'
    const answer = await ask(MANY, search, { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    // fetch decompresses the body.
    expect(answer.bytes.equals((await ask(MANY)).bytes)).toBe(true)
    expect((await ask(MANY, '', { 'accept-encoding': encoding })).headers.get('content-encoding')).toBeNull()
  },
)

test('a compressed query is refused with a sentence', async () => {
  const { status, bytes } = await ask('SELECT 7', '', { 'content-encoding': 'gzip' })
  expect([status, bytes.toString()]).toEqual([400, expect.stringMatching(/Send the query uncompressed/)])
})

test('parameters and the query may come in a form', async () => {
  const form = new FormData()
  form.set('query', 'SELECT {n: UInt32} + {m: UInt32}')
  form.set('param_n', '40')
  expect((await ask(form, '?param_m=2')).bytes.toString()).toBe('42\n')
  form.set('extra', new Blob(['1']), 'extra.tsv')
  expect((await ask(form, '?param_m=2')).bytes.toString()).toMatch(/extra is a file/)
})

test('the headers are those of a ClickHouse server', async () => {
  const answer = await ask('SELECT 1 AS one', '?query_id=mine-1', { 'x-clickhouse-format': 'JSONEachRow' })
  expect(answer.bytes.toString()).toBe('{"one":1}\n')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-clickhouse-query-id': 'mine-1',
    'x-clickhouse-format': 'JSONEachRow',
    'x-clickhouse-server-display-name': 'firsttouch',
    'x-clickhouse-timezone': 'UTC',
  })
  expect(JSON.parse(answer.headers.get('x-clickhouse-summary') ?? '')).toMatchObject({ result_rows: '1' })
  const hello = await ask('SELECT displayName(), version(), timezone(), currentDatabase(), currentUser()')
  expect(hello.bytes.toString()).toMatch(/\t26\.\d+\S*\t.+\treporting\tdefault\n/)
  expect((await ask('SELECT 1', '?database=default')).status).toBe(200)
  expect((await ask('SELECT 1', '?database=firsttouch_1')).headers.get('x-clickhouse-exception-code')).toBe(
    '81',
  )
})

test('an unknown path is a 404', async () => {
  const status = async (path: string) => (await fetch(`${url()}${path}`)).status
  expect(await status('/ping')).toBe(200)
  expect(await status('/')).toBe(200)
  expect(await status('/replicas_status')).toBe(200)
  for (const path of ['/play', '/dashboard', '/metrics', '/ping/x', '/..%2f'])
    expect(await status(path), path).toBe(404)
})

test('the answer to a misspelt function suggests its name, and an unavailable setting is named', async () => {
  expect((await ask('SELECT coun()')).bytes.toString()).toMatch(/no function coun .* Maybe you meant: count/)
  expect((await ask('SELECT sleep(1)')).bytes.toString()).toMatch(/sleep is not for reports/)
  expect((await ask('SELECT 1', '?storage_policy=x')).bytes.toString()).toMatch(
    /storage_policy cannot be changed/,
  )
  expect((await ask('SELECT 1 FORMAT Protobuf')).bytes.toString()).toMatch(
    /format Protobuf is not for reports/,
  )
})

test('F15 an answer of 85 MB is streamed and never blocks the event loop', async () => {
  const read = async () => expect(await readBig(url(), TOKEN)).toBe(85_100_000)
  expect(await heldBy(read, 250)).toBeLessThan(250)
})

test('F15 a large answer stays in the chunks that the engine sent', async () => {
  const query = `SELECT repeat('x', 850) FROM numbers(100000)`
  const question = { query, parameters: {}, settings: {}, format: 'TSV' }
  const { chunks } = await answerAnalyst(engine().asker)(question)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(1024 ** 2)
})
