/** Statements of the official client reach the engine unchanged, and their settings end with them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openClickHouse } from '../../clickhouse.ts'

const directory = await mkdtemp(join(tmpdir(), 'firsttouch-statements-'))
const engine = await openClickHouse({ dataDir: directory })
const client = engine.client()
afterAll(async () => {
  await engine.close()
  await rm(directory, { recursive: true, force: true })
})

const ask = async (query: string, query_params: Record<string, unknown> = {}): Promise<unknown> =>
  (await client.query({ query, query_params, format: 'JSONCompactEachRow' })).json()

/** Every character that has a meaning in SQL, comments and escapes. */
const PIECES = ["'", '\\', '`', '"', '--', '/*', '*/', '{v:String}', '\n', '\t', ';', ') ', 'ü', '\0']
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 2 }))).map(pieces => pieces.join('')),
)

test('a text reaches the engine unchanged as a value, in a list and as a column name', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.array(text), async (one, many) => {
      const query = 'SELECT {one:String}, {many:Array(String)}, length({many: Array(String)})'
      expect(await ask(query, { one, many })).toEqual([[one, many, many.length]])
      if (one === '' || one.includes('\0')) return
      expect(await ask('SELECT {one:Identifier} FROM (SELECT 1 AS {one:Identifier})', { one })).toEqual([[1]])
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['UInt8', 255, 255],
  ['Int64', '-9223372036854775808', '-9223372036854775808'],
  ['Date', '2026-03-29', '2026-03-29'],
  ["DateTime64(3, 'UTC')", '2026-03-29 01:30:00.123', '2026-03-29 01:30:00.123'],
  ['UUID', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['Array(UInt32)', [1, 2], '[1,2]'],
])('a parameter of type %s reads back as the engine writes it', async (type, v, right) => {
  expect(await ask(`SELECT toString({v:${type}})`, { v })).toEqual([[String(right)]])
})

test('an invalid value for a type and a missing parameter are refused', async () => {
  await expect(ask('SELECT {v:UInt8}', { v: 'nine' })).rejects.toThrow(/parse/i)
  await expect(ask('SELECT {v:UInt8}')).rejects.toThrow(/not set/)
})

test('a list may be longer than a statement', async () => {
  const many = Array.from({ length: 50_000 }, (_, n) => `campaign ${n}`)
  const wide = '屋'.repeat(150_000)
  expect(await ask('SELECT length({many:Array(String)})', { many })).toEqual([[many.length]])
  expect(await ask('SELECT lengthUTF8({wide:String})', { wide })).toEqual([[wide.length]])
})

test('settings, parameters and roles of a statement do not affect the next', async () => {
  const setting = "SELECT value FROM system.settings WHERE name = 'max_threads'"
  const [before] = (await ask(setting)) as [string][]
  const other = { query: setting, clickhouse_settings: { max_threads: 7 }, role: 'analyst' }
  await client.query({ ...other, query_params: { v: 1 }, format: 'JSONCompactEachRow' })
  expect(await ask(setting)).toEqual([before])
  await expect(ask('SELECT {v:UInt8}')).rejects.toThrow(/not set/)
  expect(await ask('SELECT currentRoles()')).toEqual([[['analyst', 'product']]])
})

test('a wrong password is refused', async () => {
  const answer = await fetch(engine.engine?.url ?? '', { method: 'POST', body: 'SELECT 1' })
  expect(answer.status).toBe(401)
})
