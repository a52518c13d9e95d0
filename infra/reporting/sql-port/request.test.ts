/** How the port handles requests and answers, with a fake engine. */
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../rigs/testing/until.ts'
import { isWithoutEffect } from './allowed.ts'
import { isLoopback } from './request.ts'
import { openSqlPort, type SqlPort, type SqlPortOptions } from './server.ts'
import type { Question } from './session.ts'
import { Refused, tokens } from './tokens.ts'

const TOKEN = 'a-token-for-the-test'
const opened: SqlPort[] = []
afterEach(() => Promise.all(opened.splice(0).map(port => port.close())))

type Given = Partial<SqlPortOptions> & { text?: string }
/** Records each query and answers with `text` in the requested format. */
const open = async ({ text = 'one\n', ...options }: Given = {}) => {
  const asked: Question[] = []
  const port = await openSqlPort({
    ...{ port: 0, token: TOKEN },
    answer: async question => {
      asked.push(question)
      return { chunks: [Buffer.from(text)], format: question.format, rows: 3, bytesRead: 7, seconds: 0.5 }
    },
    ...options,
  })
  opened.push(port)
  const send = async (search = '', init: RequestInit = {}, path = '/') => {
    const headers = { 'x-clickhouse-key': TOKEN, ...(init.headers as Record<string, string>) }
    const sent = { method: 'POST', body: init.method === 'GET' ? null : 'SELECT 1', ...init, headers }
    const answer = await fetch(`http://127.0.0.1:${port.port}${path}${search}`, sent)
    return { answer, status: answer.status, text: await answer.text() }
  }
  return { asked, send, port }
}

describe('a query', () => {
  test('a query consists of the address and the body, the address first', async () => {
    const { asked, send } = await open()
    await send(
      '?query=SELECT+1&param_a=x&param_bc=y&extremes=1&database=default&user=u&password=p&session_id=7',
    )
    await send('', { body: 'SELECT 2', headers: { 'x-clickhouse-format': 'CSV' } })
    await send('?default_format=JSON', { headers: { 'x-clickhouse-format': 'CSV' } })
    await send('?query=SELECT+3', { method: 'GET' })
    await send('?query=&xparam_a=1', { body: 'SELECT 4' })
    const plain = { parameters: {}, settings: {}, format: 'TabSeparated' }
    expect(asked).toEqual([
      { ...plain, query: 'SELECT 1\nSELECT 1', parameters: { a: 'x', bc: 'y' }, settings: { extremes: '1' } },
      { ...plain, query: 'SELECT 2', format: 'CSV' },
      { ...plain, query: 'SELECT 1', format: 'JSON' },
      { ...plain, query: 'SELECT 3' },
      { ...plain, query: 'SELECT 4', settings: { xparam_a: '1' } },
    ])
  })

  test('a query in a form consists of the form’s fields, and the last field of a name wins', async () => {
    const { asked, send } = await open()
    const form = new FormData()
    for (const [name, value] of [
      ['query', 'SELECT 5'],
      ['param_a', '2'],
      ['extremes', '1'],
    ])
      form.set(name ?? '', value ?? '')
    await send('?param_a=1', { body: form })
    const settings = { extremes: '1' }
    expect(asked).toEqual([{ query: 'SELECT 5', parameters: { a: '2' }, settings, format: 'TabSeparated' }])
    const broken = await send('', { headers: { 'content-type': 'multipart/form-data; boundary=x' } })
    expect(broken.text).toContain('The form cannot be read')
  })

  test('a query may name only the views’ database, in the address or a header', async () => {
    const { send } = await open()
    const status = async (name: string) => [
      (await send(`?database=${name}`)).status,
      (await send('', { headers: { 'x-clickhouse-database': name } })).status,
    ]
    for (const name of ['', 'default', 'reporting']) expect(await status(name)).toEqual([200, 200])
    for (const name of ['system', 'reporting2']) expect(await status(name)).toEqual([404, 404])
  })

  test('a query has a maximum length', async () => {
    const { send } = await open({ maxBytes: 100 })
    const answers = await Promise.all([100, 101].map(size => send('', { body: 'x'.repeat(size) })))
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    expect(answers[1]?.text).toContain('longer than 100 bytes')
  })
})

describe('the caller', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  test.each([
    ['by the header', '', { 'x-clickhouse-key': TOKEN }, 200],
    ['by the address', `?password=${TOKEN}`, {}, 200],
    ['by basic authentication, under any name', '', basic(`any:${TOKEN}`), 200],
    ['by another kind of authentication', '', { authorization: `Bearer ${TOKEN}` }, 401],
    [
      'by a header that is wrong, whatever the address says',
      `?password=${TOKEN}`,
      { 'x-clickhouse-key': 'x' },
      401,
    ],
    ['by a token that begins as ours', '', { 'x-clickhouse-key': `${TOKEN}x` }, 401],
    ['by a token of the same length', '', { 'x-clickhouse-key': TOKEN.replace('a', 'b') }, 401],
    ['by none', '', {}, 401],
  ])('a client authenticates %s', async (_, search, headers, status) => {
    const { port } = await open()
    const answer = await fetch(`http://127.0.0.1:${port.port}/${search}`, {
      method: 'POST',
      body: 'a',
      headers,
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      status,
      status === 401 ? 'Basic realm="Firsttouch"' : null,
    ])
  })

  test.each([
    [true, ['localhost', 'localhost:1', '127.0.0.1', '127.1.2.3:80', '[::1]:8123', '[::1]']],
    [
      false,
      [
        undefined,
        '',
        'evil.example',
        '127.evil.example',
        'localhost.evil',
        '10.0.0.1',
        '[::2]',
        '1127.0.0.1',
      ],
    ],
  ])('a request must name this machine as its host: %s', (expected, hosts) => {
    for (const host of hosts) expect(isLoopback(host), `${host}`).toBe(expected)
  })
})

test('the ping is public, and unknown paths are 404', async () => {
  const { send, asked } = await open()
  for (const path of ['/', '/ping', '/replicas_status'])
    expect(await send('', { method: 'GET' }, path)).toMatchObject({ status: 200, text: 'Ok.\n' })
  expect((await send('?query=1', { method: 'GET' }, '/ping')).status).toBe(200)
  for (const path of ['/play', '/ping/', '/x/ping']) {
    const { status, text, answer } = await send('', {}, path)
    expect([status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8'])
    expect(text).toContain('Use / or /ping')
  }
  expect((await send('?query=1', { method: 'PUT' })).status).toBe(200)
  expect(asked).toEqual([])
})

describe('an answer', () => {
  test.each([
    [
      'application/json; charset=UTF-8',
      ['JSON', 'JSONCompact', 'JSONStrings', 'JSONColumns', 'JSONColumnsWithMetadata'],
    ],
    [
      'application/x-ndjson; charset=UTF-8',
      ['JSONEachRow', 'JSONCompactEachRow', 'NDJSON', 'PrettyJSONEachRow'],
    ],
    ['text/csv; charset=UTF-8; header=absent', ['CSV']],
    ['text/csv; charset=UTF-8; header=present', ['CSVWithNames']],
    ['text/tab-separated-values; charset=UTF-8', ['TSV', 'TabSeparatedWithNames']],
    ['application/octet-stream', ['Native', 'Parquet', 'RowBinary', 'RowBinaryWithNames', 'Arrow', 'ORC']],
    ['text/plain; charset=UTF-8', ['Markdown', 'XML', 'Pretty', 'Values']],
  ])('the content type of an answer is %s in its formats', async (type, formats) => {
    const { send } = await open({ text: '' })
    for (const format of formats) {
      const { headers } = (await send(`?default_format=${format}`)).answer
      expect([headers.get('content-type'), headers.get('x-clickhouse-format')]).toEqual([type, format])
    }
  })

  test('an answer has its length unless compressed, its query id, and its cost', async () => {
    const { send } = await open({ text: 'ünï\n' })
    const { answer } = await send('?query_id=a%20b%3Cc-1_')
    expect(answer.headers.get('content-length')).toBe('6')
    expect(answer.headers.get('x-clickhouse-query-id')).toBe('abc-1_')
    expect(JSON.parse(answer.headers.get('x-clickhouse-summary') ?? '')).toMatchObject({
      ...{ read_rows: '3', result_rows: '3', read_bytes: '7', result_bytes: '7', elapsed_ns: '500000000' },
    })
    expect((await send()).answer.headers.get('x-clickhouse-query-id')).toMatch(/^[\da-f-]{36}$/)
  })

  test('an answer is compressed by the client’s first supported encoding', async () => {
    const { send } = await open()
    const way = async (encodings: string, search = '?enable_http_compression=1') =>
      (await send(search, { headers: { 'accept-encoding': encodings } })).answer.headers.get(
        'content-encoding',
      )
    expect(await way('zstd;q=1.0, deflate;q=0.5 , identity')).toBe('deflate')
    expect(await way('gzip')).toBe('gzip')
    expect(await way('identity, gzippy')).toBeNull()
    expect(await way('gzip', '?enable_http_compression=0')).toBeNull()
  })

  test.each([
    [516, 401],
    [497, 403],
    [164, 403],
    [446, 403],
    [60, 404],
    [62, 400],
    [202, 503],
    [47, 400],
  ])('a refusal with the code %i has the status %i', async (code, expected) => {
    const answer = () => Promise.reject(new Refused('Not so.', code))
    const { status, text, answer: given } = await (await open({ answer })).send()
    expect([status, text]).toEqual([expected, `Code: ${code}. DB::Exception: Not so. (REFUSED)\n`])
    expect(given.headers.get('x-clickhouse-exception-code')).toBe(`${code}`)
    expect(given.headers.get('x-clickhouse-timezone')).toBe('UTC')
  })

  test('an answer that fails midway has an error code, and the content type it started with', async () => {
    const failing = (error: unknown) => async () =>
      (await (await open({ answer: () => Promise.reject(error) })).send()).text
    expect(await failing(new Error('Away.'))()).toBe('Code: 1002. DB::Exception: Away. (REFUSED)\n')
    const typed = Object.assign(new Error('Gone.'), { code: 'ENOENT', type: 'NO_FILE' })
    expect(await failing(typed)()).toBe('Code: 1002. DB::Exception: Gone. (NO_FILE)\n')
    expect(await failing('a text')()).toBe('Code: 1002. DB::Exception: Unknown error (REFUSED)\n')
  })
})

test('a fixed number of queries run at once, more wait in a bounded queue, and closing waits for all', async () => {
  const gate = Promise.withResolvers<void>()
  let atWork = 0
  let most = 0
  const { send, port } = await open({
    atOnce: 2,
    answer: async ({ format }) => {
      most = Math.max(most, ++atWork)
      await gate.promise
      atWork--
      return { chunks: [Buffer.from('done')], format, rows: 0, bytesRead: 0, seconds: 0 }
    },
  })
  let refused = 0
  const answers = Array.from({ length: 37 }, () =>
    send().then(({ status }) => {
      if (status === 503) refused++
      return status
    }),
  )
  await until(() => refused === 3, 10_000)
  let isClosed = false
  const closing = port.close().then(() => (isClosed = true))
  expect([isClosed, atWork]).toEqual([false, 2])
  gate.resolve()
  const statuses = await Promise.all(answers)
  await closing
  expect(statuses.filter(status => status === 200)).toHaveLength(34)
  expect(most).toBe(2)
})

test('a failed answer frees its slot', async () => {
  const { send } = await open({ atOnce: 1, answer: () => Promise.reject(new Refused('Not so.')) })
  for (let i = 0; i < 3; i += 1) expect((await send()).status).toBe(403)
})

test('workload settings of a query are ignored, and other settings are not confused with them', () => {
  const without = `readonly final max_threads lock_acquire_timeout stream_poll_timeout_ms enable_time_time64_type
    allow_suspicious_types network_zstd receive_timeout wait_for_async_insert_timeout log_comment`
  const others = `_timeout_x timeout_ms_x enable_x x_type storage_policy amax_threads READONLY finals join_algorithm`
  const chosen = (names: string) => names.split(/\s+/).filter(name => !isWithoutEffect(name))
  expect(chosen(without)).toEqual([])
  expect(chosen(others)).toEqual(others.split(' '))
})

test.each(['SELECT 1 /*/ + 1', 'SELECT 1 /* * /', '/*'])(
  'the sign that opens a comment does not also close it: %s',
  text => {
    expect(() => tokens(text)).toThrow('A comment is not closed.')
  },
)
