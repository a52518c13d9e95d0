/** Every type of a column is stepped over to its end, where the next one has its mark: read from the engine's own answers. */
import { expect, test } from 'vitest'
import { openTestClickHouse } from '../../rigs/testing/stores.ts'
import { withRevision } from './native-revision.ts'

/** What is asked for, of `number`. */
const VALUES = [
  'number = 1',
  ...['UInt8', 'UInt16', 'UInt32', 'UInt64', 'UInt128', 'UInt256'].map(type => `to${type}(number)`),
  ...['Int8', 'Int16', 'Int32', 'Int64', 'Int128', 'Int256'].map(type => `to${type}(-number)`),
  ...['Bool', 'BFloat16', 'Float32', 'Float64'].map(type => `CAST(number % 2, '${type}')`),
  ...['Date', 'Date32', 'DateTime', "DateTime64(3, 'UTC')"].map(type => `CAST(number, '${quoted(type)}')`),
  ...["'12:00:01'::Time", "'12:00:01.5'::Time64(3)", 'INTERVAL 1 DAY', 'INTERVAL 2 NANOSECOND'],
  ...[9, 10, 18, 19, 38, 39, 76].map(digits => `CAST(number / 2, 'Decimal(${digits}, 1)')`),
  ...['generateUUIDv4()', "toIPv4('127.0.0.1')", "toIPv6('::1')", "toFixedString('abc', 3)"],
  ...['NULL', '[]', "CAST('b', 'Enum8(\\'a\\' = 1, \\'b\\' = 2)')", "CAST('b', 'Enum16(\\'b\\' = 1000)')"],
  // A length of one, two and three bytes.
  ...["''", "repeat('x', 127)", "repeat('x', 128)", "repeat('x', 16383)", "repeat('x', 16384)"],
  ...['number % 2 = 0 ? NULL : toString(number)', '[toUInt16(number), 1]', '[[], [NULL, toDate(number)]]'],
  ...['range(number)', "map('k', [number], '', [])", "CAST(map(), 'Map(String, UInt8)')"],
  ...["(number, 'x', ['y'])", "CAST((1, 'a'), 'Tuple(n UInt8, `o p` String)')", '((1, 2), [(3, NULL)])'],
  ...[
    "CAST((1, 'a'), 'Tuple(_first UInt8, Second String)')",
    "CAST((1, 2), 'Tuple(`a)` UInt8, `b,(` UInt16)')",
  ],
  "CAST((1, ('a', 2)), 'Tuple(n UInt8, p Tuple(date LowCardinality(String), q DateTime))')",
  // Brackets, commas and quotes in a text are no parts of the type.
  String.raw`tuple(CAST('b,', 'Enum8(\'a)\' = 1, \'b,\' = 2, \'(c\' = 3)'), toUInt32(number))`,
  String.raw`map(CAST('it\'s),', 'Enum16(\'it\\\'s),\' = 1)'), number)`,
  String.raw`tuple(toUInt8(1), CAST('\\', 'Enum8(\'\\\\\' = 1)'), 'after')`,
  "CAST((1, 2), 'Tuple(`it\\'s)` UInt8, `a\\\\`b` UInt32)')",
  "tuple(CAST(1, 'Enum8(\\'`\\' = 1)'), toUInt32(number))",
  "CAST(number, 'SimpleAggregateFunction(sum, UInt64)')",
  ...[
    'toLowCardinality(toString(number))',
    "[toLowCardinality('a'), 'b']",
    '[toLowCardinality(toString(number))]',
  ],
  "CAST(number % 3 = 0 ? NULL : toString(number), 'LowCardinality(Nullable(String))')",
  "CAST(number % 2 = 0 ? [] : ['a'], 'Array(LowCardinality(String))')",
  "map(toLowCardinality('k'), toLowCardinality(toString(number)))",
  "(toLowCardinality('a'), toLowCardinality(toFixedString('abc', 3)))",
]

function quoted(type: string): string {
  return type.replaceAll("'", "\\'")
}

const ask = async (query: string, blockSize = 1): Promise<Buffer> => {
  const { client } = await openTestClickHouse()
  const { stream } = await client.exec({
    query: `${query} FORMAT Native SETTINGS allow_suspicious_low_cardinality_types = 1, enable_time_time64_type = 1, max_block_size = ${blockSize}`,
  })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

// As many words as need a place of one byte in a dictionary, of two and of four; and an answer in three blocks.
test.each([
  [0, 0],
  [1, 1],
  [3, 1],
  [5, 3],
  [300, 1],
  [70_000, 1],
])('in an answer of %i rows each value ends where the next column begins', async (rows, blocks) => {
  const values =
    rows > 300 ? VALUES.filter(value => value.includes('toLowCardinality(toString(number)')) : VALUES
  const columns = values.map((value, i) => `${value} AS v${i}, 'end' AS z${i}`)
  const size = Math.ceil(rows / blocks) || 1
  const parts = await withRevision(await ask(`SELECT ${columns} FROM numbers(${rows})`, size))
  const marks = parts.filter((_, i) => i % 2 === 1).map(mark => mark.toString('hex'))
  const ofBlock = ['010002ffffffff00', ...values.flatMap(() => ['00', '00'])]
  expect(marks).toEqual(Array.from({ length: blocks }, () => ofBlock).flat())
  const after = parts.filter((_, i) => i % 2 === 0).slice(1)
  for (const [i, part] of after.entries()) {
    const place = i % (1 + 2 * values.length)
    if (place > 0 && place % 2 === 0)
      expect(part.subarray(0, 4).toString(), values[place / 2 - 1]).toBe('\x03end')
  }
})

test.each([
  ['now64(3)::Variant(String, DateTime64(3))', 'Variant'],
  ['1::Dynamic', 'Dynamic'],
  [`'{"a": 1}'::JSON`, 'JSON'],
  ['sumState(number)', 'AggregateFunction'],
])('%s is of a type that cannot be stepped over, and is refused by its name', async (value, type) => {
  await expect(withRevision(await ask(`SELECT ${value} FROM numbers(3)`))).rejects.toMatchObject({
    code: 48,
    message: `A column of type ${type} cannot be sent to this driver: select toString() of it.`,
  })
})

test('a block without rows, as a server begins with, holds nothing but its columns', async () => {
  const empty = Buffer.from('\x01\x00\x01a\x16LowCardinality(String)')
  const full = Buffer.from('\x01\x01\x01b\x05UInt8\x07')
  const parts = await withRevision(Buffer.concat([empty, full]))
  const kept = parts.filter((_, i) => i % 2 === 0)
  expect(kept.map(part => part.toString())).toEqual([
    '',
    empty.toString(),
    '',
    full.subarray(0, -1).toString(),
    '\x07',
  ])
})
