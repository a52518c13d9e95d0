import fc from 'fast-check'
import kafkajs from 'kafkajs'
import { expect, test } from 'vitest'
import { COMPRESSION } from './records.ts'

test('a compressed record reads back unchanged', async () => {
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
