import { createRequire } from 'node:module'
import fc from 'fast-check'
import kafkajs from 'kafkajs'
import { expect, test } from 'vitest'
import { COMPRESSION, encodeRecord, type KafkaRecord } from './records.ts'

const require = createRequire(import.meta.url)
const place = require.resolve('kafkajs/src/protocol/recordBatch/record/v0')

type Encode = (record: KafkaRecord) => { buffer: Buffer }
/** As it comes, without ours in its place. */
const encodeByKafkajs = (): Encode => {
  const kept = require.cache[place]
  delete require.cache[place]
  const encode: Encode = require(place)
  require.cache[place] = kept
  return encode
}

test('kafkajs encodes records by ours, which writes the bytes that its own would', () => {
  const theirs = encodeByKafkajs()
  expect(require(place)).toBe(encodeRecord)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 0, max: 70_000 }).map(length => 'x'.repeat(length)),
    fc.constantFrom(...[63, 64, 8191, 8192, 1_048_576].map(length => 'y'.repeat(length))),
  )
  const offset = fc.oneof(fc.nat(500), fc.constantFrom(0, 63, 64, 8191, 8192, 2 ** 30 - 1))
  fc.assert(
    fc.property(text, text, offset, (key, value, offsetDelta) => {
      const record = { key, value, offsetDelta }
      expect(encodeRecord(record).buffer.equals(theirs(record).buffer)).toBe(true)
    }),
  )
})

test.each<KafkaRecord>([
  { value: 'no key' },
  { key: null, value: null },
  { key: Buffer.from('bytes'), value: Buffer.from([0, 255]), offsetDelta: 3 },
  { key: 'a', value: 'b', offsetDelta: 1, timestampDelta: 70_000 },
  { key: 'a', value: 'b', offsetDelta: 1, headers: { name: 'ä' } },
  { key: 'a', value: 'of no batch' },
])('a record that is no entry of the log is encoded as it always was: %j', record => {
  expect(encodeRecord(record).buffer).toEqual(encodeByKafkajs()(record).buffer)
})

test('what was compressed comes out as it went in', async () => {
  const codec = kafkajs.CompressionCodecs[COMPRESSION]?.()
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 500 }),
      async (bytes, times) => {
        const buffer = Buffer.concat(Array<Uint8Array>(times).fill(bytes))
        const packed = await codec.compress({ buffer })
        expect((await codec.decompress(packed)).equals(buffer)).toBe(true)
      },
    ),
  )
})
