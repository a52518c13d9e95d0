/**
 * ClickHouse's own compression of a stream (`compress=1`, `decompress=1`): blocks of a checksum, a method, both sizes and
 * the bytes. https://clickhouse.com/docs/native-protocol/compression
 */
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { compress, uncompress } from 'lz4-napi'
import { cityHash128 } from './city-hash.ts'

const CHECKSUM = 16
/** One byte of method, and two sizes of four bytes. */
const HEAD = 9
const [NONE, LZ4, ZSTD] = [0x02, 0x82, 0x90]
/** Small, because its checksum is taken on the event loop. */
const BLOCK_BYTES = 64 * 1024

export async function* toBlocks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const plain = bytes.subarray(at, at + BLOCK_BYTES)
    // The library writes the size in front, where a block has its own.
    const packed = (await compress(plain)).subarray(4)
    const block = Buffer.alloc(CHECKSUM + HEAD + packed.length)
    block.writeUInt8(LZ4, CHECKSUM)
    block.writeUInt32LE(HEAD + packed.length, CHECKSUM + 1)
    block.writeUInt32LE(plain.length, CHECKSUM + 5)
    packed.copy(block, CHECKSUM + HEAD)
    cityHash128(block.subarray(CHECKSUM)).copy(block)
    yield block
  }
}

/** Throws an Error with a sentence for the sender when a block is damaged, or when the whole is longer than it may be. */
export const fromBlocks = async (bytes: Buffer, maxBytes: number): Promise<Buffer> => {
  const plain: Buffer[] = []
  let size = 0
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length - at < CHECKSUM + HEAD) throw new Error('A compressed block is cut off in its head.')
    const end = at + CHECKSUM + bytes.readUInt32LE(at + CHECKSUM + 1)
    const plainSize = bytes.readUInt32LE(at + CHECKSUM + 5)
    size += plainSize
    if (size > maxBytes) throw new Error(`The query is longer than ${maxBytes} bytes.`)
    const block = bytes.subarray(at + CHECKSUM, end)
    if (end > bytes.length || block.length < HEAD) throw new Error('A compressed block is cut off.')
    if (!cityHash128(block).equals(bytes.subarray(at, at + CHECKSUM)))
      throw new Error('A compressed block has a wrong checksum.')
    plain.push(await unpack(block, plainSize))
    at = end
  }
  return Buffer.concat(plain)
}

const unpack = async (block: Buffer, size: number): Promise<Buffer> => {
  const method = block.readUInt8(0)
  const packed = block.subarray(HEAD)
  const plain = method === NONE ? packed : await unpackBy(method, packed, size)
  if (plain.length !== size) throw new Error('A compressed block has another size than it says.')
  return plain
}

const unpackBy = async (method: number, packed: Buffer, size: number): Promise<Buffer> => {
  if (method === ZSTD) return promisify(zstdDecompress)(packed, { maxOutputLength: size + 1 })
  if (method !== LZ4)
    throw new Error(`The compression 0x${method.toString(16)} is not known: use LZ4 or ZSTD.`)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(size)
  return uncompress(Buffer.concat([head, packed]))
}
