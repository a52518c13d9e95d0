/** ClickHouse's HTTP protocol, as drivers speak it: what is packed, how, and what the headers say. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { walk } from '../../platform/walk.ts'
import { readBig } from '../../rigs/testing/analysts/read-big.ts'
import { openReportingPort } from '../../rigs/testing/analysts/reporting-port.ts'
import { heldBy } from '../../rigs/testing/loop-hold.ts'
import { cityHash128 } from './city-hash.ts'
import { fromBlocks, toBlocks } from './clickhouse-blocks.ts'
import { withRevision } from './native-revision.ts'

const TOKEN = 'a-token-for-the-test'
const MEGABYTE = 1_000_000
const { url, engine } = openReportingPort(TOKEN)

const ask = async (body: BodyInit | undefined, search = '', headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url()}/${search}`, {
    method: 'POST',
    headers: { 'x-clickhouse-key': TOKEN, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const packed = async (bytes: Buffer): Promise<Buffer> => {
  const blocks: Buffer[] = []
  for await (const block of toBlocks(bytes)) blocks.push(block)
  return Buffer.concat(blocks)
}
const storedFiles = async (name: RegExp): Promise<string[]> => {
  const store = join(engine().dataDir, 'clickhouse', 'store')
  const files: string[] = []
  for await (const { path } of walk(store)) if (name.test(path)) files.push(join(store, path))
  return files
}
const MANY = 'SELECT number, toString(number) AS word FROM numbers(50000)'

describe('ClickHouse’s blocks', () => {
  test('the engine’s own files hold the checksums that we compute, and what we unpack', async () => {
    await engine().owner.command({
      query: `CREATE TABLE secret.blocks (word String CODEC(LZ4), n UInt64 CODEC(ZSTD)) ENGINE = MergeTree ORDER BY n SETTINGS min_bytes_for_wide_part = 0`,
    })
    await engine().owner.command({
      query: `INSERT INTO secret.blocks SELECT repeat(toString(number), 5), number FROM numbers(100000)`,
    })
    const files = await storedFiles(/(word|n)\.bin$/)
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const file of files)
      expect((await fromBlocks(await readFile(file), 10 * MEGABYTE)).length).toBeGreaterThan(0)
  })

  test('the engine computes the same checksum of a block, at every length up to 200 bytes', async () => {
    // A block that is not compressed is nine bytes and the text: a column for each length, with other letters in each.
    const lengths = Array.from({ length: 191 }, (_, i) => i + 1)
    const columns = lengths.map(n => `c${n} FixedString(${n}) CODEC(NONE)`)
    const texts = lengths.map(n => `substring(repeat(hex(SHA256('${n}')), 4), 1, ${n})`)
    await engine().owner.command({
      query: `CREATE TABLE secret.lengths (${columns}) ENGINE = MergeTree ORDER BY tuple() SETTINGS min_bytes_for_wide_part = 0`,
    })
    await engine().owner.command({ query: `INSERT INTO secret.lengths SELECT ${texts}` })
    const found = new Map<number, boolean>()
    for (const name of await storedFiles(/\/c\d+\.bin$/)) {
      const file = await readFile(name)
      const block = file.subarray(16)
      found.set(block.length, cityHash128(block).equals(file.subarray(0, 16)))
    }
    expect([...found].toSorted(([a], [b]) => a - b)).toEqual(lengths.map(n => [n + 9, true]))
  })

  test.each(
    [
      '2b9ac064fc9df03d291ee592c340b53c',
      '400ece9c375be58bba1c8b474447ab05',
      'd48233ee3a731c707adce6e041ae4eba',
      '94f2b07bdade07e4bdf1276e140d3a0a',
      '4f12ae6320cb5d90c593a554595bfd57',
      'dc3dacd99568a569d520c68aec145b95',
      'abf4709af6f140bc94e0b6099a6dd442',
      '13297cab5924bad760a43c510b43dd53',
      'a036812047caa4f5abe5463d5b57d43d',
      'e165254ac53484337137d37bb0bb0110',
    ].map((checksum, length) => [length, checksum] as const),
  )(
    'what is shorter than any block, at %i bytes, has the checksum of CityHash 1.0.2 as clickhouse-cityhash computes it',
    (length, checksum) => {
      const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 31 + 7) & 255))
      expect(cityHash128(bytes).toString('hex')).toBe(checksum)
    },
  )

  test('what is packed comes out again, at every length around a step of the checksum', async () => {
    for (const length of [...Array(300).keys(), 4_096, 65_535, 65_536, 65_537, 200_000]) {
      const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 31 + (i >> 5)) & 255))
      expect(await fromBlocks(await packed(bytes), MEGABYTE)).toEqual(bytes)
    }
  })

  test('damaged, cut, foreign and swollen blocks are refused with a sentence', async () => {
    const good = await packed(Buffer.from('SELECT 1'))
    const changed = (at: number, value: number) => {
      const bytes = Buffer.from(good)
      bytes[at] = value
      return bytes
    }
    await expect(fromBlocks(changed(0, (good[0] ?? 0) ^ 1), 100)).rejects.toThrow(/wrong checksum/)
    await expect(fromBlocks(changed(17, 200), 100)).rejects.toThrow(/cut off/)
    await expect(fromBlocks(good.subarray(0, 10), 100)).rejects.toThrow(/cut off/)
    await expect(fromBlocks(changed(24, 100), 100)).rejects.toThrow(/longer than/)
    const answer = await ask(new Uint8Array(changed(0, (good[0] ?? 0) ^ 1)), '?decompress=1')
    expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([400, '271'])
  })

  test('a question and its answer travel in blocks', async () => {
    const question = await packed(Buffer.from(MANY))
    const answer = await ask(new Uint8Array(question), '?decompress=1&compress=1')
    const plain = await ask(MANY)
    expect((await fromBlocks(answer.bytes, 10 * MEGABYTE)).equals(plain.bytes)).toBe(true)
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length)
  })
})

test.each(['gzip', 'deflate', 'br', 'zstd'])(
  'an answer is packed as %s where the client asks for it, and only then',
  async encoding => {
    const search = '?enable_http_compression=1'
    const answer = await ask(MANY, search, { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    // fetch unpacks it.
    expect(answer.bytes.equals((await ask(MANY)).bytes)).toBe(true)
    expect((await ask(MANY, '', { 'accept-encoding': encoding })).headers.get('content-encoding')).toBeNull()
  },
)

test('a question may be packed as well, and may not swell', async () => {
  const headers = { 'content-encoding': 'gzip' }
  expect((await ask(new Uint8Array(gzipSync('SELECT 7')), '', headers)).bytes.toString()).toBe('7\n')
  const bomb = await ask(new Uint8Array(gzipSync(`SELECT 1 ${' '.repeat(5 * MEGABYTE)}`)), '', headers)
  expect(bomb.status).toBe(400)
  expect((await ask('SELECT 1', '', { 'content-encoding': 'lz77' })).bytes.toString()).toMatch(
    /lz77 is not known/,
  )
})

test('parameters and the query may come in a form', async () => {
  const form = new FormData()
  form.set('query', 'SELECT {n: UInt32} + {m: UInt32}')
  form.set('param_n', '40')
  expect((await ask(form, '?param_m=2')).bytes.toString()).toBe('42\n')
  form.set('extra', new Blob(['1']), 'extra.tsv')
  expect((await ask(form, '?param_m=2')).bytes.toString()).toMatch(/extra is a file/)
})

test('headers say what a server says', async () => {
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

test('paths that are not there are not there', async () => {
  const status = async (path: string) => (await fetch(`${url()}${path}`)).status
  expect(await status('/ping')).toBe(200)
  expect(await status('/')).toBe(200)
  expect(await status('/replicas_status')).toBe(200)
  for (const path of ['/play', '/dashboard', '/metrics', '/ping/x', '/..%2f'])
    expect(await status(path), path).toBe(404)
})

test('a misspelt function is told its name, and a setting that cannot be chosen is named', async () => {
  expect((await ask('SELECT coun()')).bytes.toString()).toMatch(/no function coun .* Maybe you meant: count/)
  expect((await ask('SELECT sleep(1)')).bytes.toString()).toMatch(/sleep is not for reports/)
  expect((await ask('SELECT 1', '?storage_policy=x')).bytes.toString()).toMatch(
    /storage_policy cannot be chosen/,
  )
  expect((await ask('SELECT 1 FORMAT Protobuf')).bytes.toString()).toMatch(
    /format Protobuf is not for reports/,
  )
})

test('F15 an answer of 85 MB goes out in pieces: the event loop is never held', async () => {
  const read = async () => expect(await readBig(url(), TOKEN)).toBe(85_100_000)
  expect(await heldBy(read, 250)).toBeLessThan(250)
})

test('a driver that names its revision gets blocks with their info, whatever the types', async () => {
  const types = `SELECT toUInt8(number) AS a, toString(number) AS b, [number, 1] AS c, (number, 'x', [toString(number)]) AS d,
    map('k', number) AS e, CAST(number, 'Nullable(String)') AS f, toDecimal64(1.5, 3) AS g, CAST('a', 'Enum8(\\'a\\' = 1)') AS h,
    toFixedString('abc', 3) AS i, generateUUIDv4() AS j, CAST([], 'Array(Array(Nullable(Date)))') AS k, now64(3, 'UTC') AS l,
    toLowCardinality(toString(number % 300)) AS m, [toLowCardinality('a'), 'b'] AS p, CAST(NULL, 'LowCardinality(Nullable(String))') AS q, arrayMap(x -> toLowCardinality('a'), range(number % 2)) AS r, CAST(tuple(1, 'a'), 'Tuple(n UInt8, \`o p\` String)') AS n, INTERVAL 1 DAY AS o FROM numbers(70000)`
  const plain = await ask(types, '?default_format=Native')
  const marked = await ask(types, '?default_format=Native&client_protocol_version=54470')
  const parts = await withRevision(plain.bytes)
  const blocks = parts.filter(part => part.equals(parts[1] ?? part)).length
  expect(blocks).toBeGreaterThan(1)
  const columns = 18
  expect(marked.bytes.length).toBe(plain.bytes.length + blocks * (8 + columns))
})
