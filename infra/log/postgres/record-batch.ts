/** Packs entries of the log into one compressed row. */
import { promisify } from 'node:util'
import { constants, crc32, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { compressSync, uncompressSync } from 'lz4-napi'
import type { LogEntry } from '../log.ts'
import { fromColumns, toColumns } from './columns.ts'
import { timeToAge } from './session-time.ts'

/** `appendedMs` is the time in ms from the append of the row's first entry to the append of this entry. */
export type PackedEntry = LogEntry & { appendedMs?: number }
export type Packed = { entries: number; size: number; oldestSession: number | null; packed: Buffer }

/** Bytes. Longer texts are compressed off the event loop. */
const ASIDE_FROM = 64 * 1024
/** Bytes. Smaller texts use LZ4, because setting up zstd would cost more than the write. */
const QUICK_BELOW = 16 * 1024
const checked = { [constants.ZSTD_c_checksumFlag]: 1 }
const OPTIONS = {
  quickly: { params: { ...checked, [constants.ZSTD_c_compressionLevel]: 1 } },
  densely: { params: checked },
  inColumns: { params: { ...checked, [constants.ZSTD_c_compressionLevel]: 6 } },
}
export type Packing = keyof typeof OPTIONS
const compressAside = promisify(zstdCompress)

/** Keys and values must not contain NUL, which separates them. Compaction repacks rows that were packed `quickly`. */
export const pack = async (entries: readonly PackedEntry[], how: Packing = 'densely'): Promise<Packed> => {
  const parts = entries.map(({ key, value, appendedMs }) => `${appendedMs || ''}\0${key}\0${value}`)
  const text = [...parts, ...tracesOf(entries)].join('\0')
  return {
    entries: entries.length,
    size: text.length,
    oldestSession: oldestOf(entries),
    packed: await (how === 'inColumns' ? compressColumns(text) : compress(Buffer.from(text), how)),
  }
}

const compress = async (bytes: Buffer, how: Packing): Promise<Buffer> => {
  if (how === 'quickly' && bytes.length < QUICK_BELOW) return compressQuickly(bytes)
  return bytes.length < ASIDE_FROM
    ? zstdCompressSync(bytes, OPTIONS[how])
    : compressAside(bytes, OPTIONS[how])
}

/** First byte of a row compressed with LZ4. No zstd frame starts with this byte. A checksum of the text follows. */
const QUICK = 1
const QUICK_HEAD = 5
const compressQuickly = (bytes: Buffer): Buffer => {
  const head = Buffer.allocUnsafe(QUICK_HEAD)
  head.writeUInt8(QUICK)
  head.writeUInt32BE(crc32(bytes), 1)
  return Buffer.concat([head, compressSync(bytes)])
}

/** First byte of a row in three columns. The lengths of the first two columns follow. */
const COLUMNS = 2
const COLUMNS_HEAD = 9
const compressColumns = async (text: string): Promise<Buffer> => {
  const columns = toColumns(text)
  const [first, second, third] = await Promise.all([
    compress(Buffer.from(columns.text), 'inColumns'),
    compress(Buffer.from(columns.times), 'inColumns'),
    compress(columns.ids, 'inColumns'),
  ])
  const head = Buffer.allocUnsafe(COLUMNS_HEAD)
  head.writeUInt8(COLUMNS)
  head.writeUInt32BE(first.length, 1)
  head.writeUInt32BE(second.length, 5)
  return Buffer.concat([head, first, second, third])
}

export const isInColumns = (packed: Uint8Array): boolean => packed[0] === COLUMNS

const decompress = (packed: Uint8Array): string => {
  const row = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  if (isInColumns(row)) return decompressColumns(row)
  if (row[0] !== QUICK) return zstdDecompressSync(row).toString()
  const bytes = uncompressSync(row.subarray(QUICK_HEAD))
  if (crc32(bytes) !== row.readUInt32BE(1))
    throw new Error('The checksum of a row of the log does not match.')
  return bytes.toString()
}

const decompressColumns = (row: Buffer): string => {
  const second = COLUMNS_HEAD + row.readUInt32BE(1)
  const third = second + row.readUInt32BE(5)
  return fromColumns({
    text: zstdDecompressSync(row.subarray(COLUMNS_HEAD, second)).toString(),
    times: zstdDecompressSync(row.subarray(second, third)).toString(),
    ids: zstdDecompressSync(row.subarray(third)),
  })
}

export type Unpacked = LogEntry & { appendedMs: number }

export const unpack = (packed: Uint8Array): Unpacked[] => {
  const parts = decompress(packed).split('\0')
  const entries = Array.from(
    { length: Math.floor(parts.length / 3) },
    (_, i): Unpacked => ({
      appendedMs: Number(parts[3 * i]),
      key: parts[3 * i + 1] ?? '',
      value: parts[3 * i + 2] ?? '',
    }),
  )
  if (parts.length % 3 === 1) giveTraces(entries, parts.at(-1) ?? '')
  return entries
}

/** The trace contexts of all entries, as one part at the end. Empty if there are none. */
const tracesOf = (entries: readonly LogEntry[]): string[] => {
  if (!entries.some(({ headers }) => headers)) return []
  const traces = entries.flatMap(({ headers }, i) => (headers ? [`${i} ${headers.traceparent}`] : []))
  return [traces.join('\n')]
}

const giveTraces = (entries: Unpacked[], traces: string): void => {
  for (const line of traces.split('\n')) {
    const [i = '', traceparent] = line.split(' ')
    const entry = entries[Number(i)]
    if (entry && traceparent) entry.headers = { traceparent }
  }
}

const oldestOf = (entries: readonly LogEntry[]): number | null => {
  const times = entries.map(({ key }) => timeToAge(key)).filter(at => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}
