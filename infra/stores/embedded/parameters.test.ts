import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveEngine } from '../../rigs/testing/stores.ts'
import { type ClickHouse, openClickHouse } from '../clickhouse.ts'
import { withLiterals } from './parameters.ts'

let directory: string
let engine: ClickHouse
let ours: ClickHouseClient
/** With the engine's own parameters. */
let theirs: ClickHouseClient

beforeAll(async () => {
  await leaveEngine()
  directory = await mkdtemp(join(tmpdir(), 'firsttouch-clickhouse-'))
  engine = await openClickHouse({ dataDir: directory })
  ours = engine.client()
  theirs = createClient({
    connection: createChdbConnection({ path: join(directory, 'clickhouse') }) as never,
  })
})
afterAll(async () => {
  await theirs.close()
  await engine.close()
  await rm(directory, { recursive: true, force: true })
})

const REFUSED = 'refused'
type Parameters = Record<string, unknown>
const asked = async (client: ClickHouseClient, query: string, query_params: Parameters): Promise<unknown> =>
  (await client.query({ query, query_params, format: 'JSONCompactEachRow' })).json()
/** The answer, or that there is none: only how it is refused may differ. */
const outcome = (client: ClickHouseClient, query: string, parameters: Parameters) =>
  asked(client, query, parameters).catch(() => REFUSED)

/** With all that SQL, its comments and its escapes are made of. */
const piece = fc.constantFrom(
  "'",
  '\\',
  '`',
  '"',
  '--',
  '/*',
  '*/',
  '{v:String}',
  '\0',
  '\n',
  '\t',
  ';',
  ') ',
  'ü',
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(piece, fc.string({ maxLength: 2 }))).map(pieces => pieces.join('')),
)

test('a text comes to the engine as it is, by itself, in a list, and as the name of a column', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.array(text), async (one, many) => {
      const query = 'SELECT {one:String}, {many:Array(String)}, length({many: Array(String)}), {one:String}'
      expect(await asked(ours, query, { one, many })).toEqual([[one, many, many.length, one]])
      if (one === '' || one.includes('\0')) return
      const named = 'SELECT {one:Identifier} FROM (SELECT 1 AS {one:Identifier})'
      expect(await asked(ours, named, { one })).toEqual([[1]])
    }),
    { numRuns: 150 },
  )
})

const at = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
/** Values that each type has. */
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  String: fc.oneof(fc.integer(), fc.uuid()),
  UInt8: fc.nat({ max: 255 }),
  UInt16: fc.nat({ max: 65_535 }).map(String),
  Int64: fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  UInt64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  Date: at.map(time => time.toISOString().slice(0, 10)),
  "DateTime64(3, 'UTC')": at.map(time => time.toISOString().slice(0, -1).replace('T', ' ')),
  UUID: fc.uuid(),
  'Array(UInt32)': fc.array(fc.nat()),
  'Array(Int64)': fc.array(fc.maxSafeInteger()),
}
const outcomes = async (type: string, v: unknown) => {
  const query = `SELECT toString({v:${type}}), toTypeName({v: ${type} })`
  return { here: await outcome(ours, query, { v }), there: await outcome(theirs, query, { v }) }
}

test.each(Object.entries(VALUES))(
  'a value of %s is what the engine makes of it as a parameter',
  async (type, values) => {
    await fc.assert(
      fc.asyncProperty(values, async v => {
        const { here, there } = await outcomes(type, v)
        expect(here).toEqual(there)
        expect(here).not.toBe(REFUSED)
      }),
      { numRuns: 25 },
    )
  },
)

test('a value that a type does not have is refused, or is what the engine would make of it', async () => {
  const any = fc.oneof(
    fc.nat(),
    fc.uuid(),
    fc.array(fc.nat()),
    fc.constantFrom('2026-03-01', '2026-03-01 10:00:00.123', '', ' 1', '1 ', 'NULL', '[1,2]', '[]', "'"),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(VALUES)), any, async (type, v) => {
      const { here, there } = await outcomes(type, v)
      if (here !== REFUSED && there !== REFUSED) expect(here).toEqual(there)
    }),
    { numRuns: 150 },
  )
})

test('a number that is too large is refused, where the engine would take 300 for 44', async () => {
  expect((await outcomes('UInt8', 300)).here).toBe(REFUSED)
})

test.each([
  `SELECT '{v:String}', 'it''s {v:String}', '\\'{v:String}', {v:String}`,
  'SELECT `{v:String}` FROM (SELECT 1 AS `{v:String}`) -- {v:String}',
  'SELECT "{v:String}" /* {v:String} */ FROM (SELECT 1 AS "{v:String}")',
  'SELECT {v:String} -- {w:String}',
  "SELECT {v:String} -- it's\n, {v:String}",
  'SELECT {v:String}, {w:String}',
  `SELECT map('v', 'String'), {v:String}`,
])('of %s only parameters are replaced, and one that is not given is refused', async query => {
  const v = "it's\n"
  expect(await outcome(ours, query, { v })).toEqual(await outcome(theirs, query, { v }))
})

test('a list may be longer than a text of the engine by itself', async () => {
  const many = Array.from({ length: 50_000 }, (_, n) => `campaign ${n}`)
  expect(await asked(ours, 'SELECT length({many:Array(String)})', { many })).toEqual([[many.length]])
})

test('what is neither text, number nor a list of them is refused by its name', () => {
  for (const v of [null, undefined, {}, Number.NaN, [[null]], true, new Date(0)])
    expect(() => withLiterals({ query: 'SELECT {v:String}', query_params: { v } })).toThrow(
      'The parameter "v" of a statement must be a text, a number or a list of them.',
    )
})
