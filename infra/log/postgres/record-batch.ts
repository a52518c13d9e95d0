/** Entries of the log that lie in one row, compressed together. */
import { promisify } from 'node:util'
import { constants, crc32, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { compressSync, uncompressSync } from 'lz4-napi'
import type { LogEntry } from '../log.ts'
import { timeToAge } from './session-time.ts'

/** `appendedMs` counts from when the first of them was appended. */
export type PackedEntry = LogEntry & { appendedMs?: number }
export type Packed = { entries: number; size: number; oldestSession: number | null; packed: Buffer }

/** Longer texts are compressed beside the event loop. */
const ASIDE_FROM = 64 * 1024
/** Below it, setting up zstd costs more than all the rest of a write; its row is small for minutes only. */
const QUICK_BELOW = 16 * 1024
const checked = { [constants.ZSTD_c_checksumFlag]: 1 }
const OPTIONS = {
  quickly: { params: { ...checked, [constants.ZSTD_c_compressionLevel]: 1 } },
  densely: { params: checked },
}
const compressAside = promisify(zstdCompress)

/** Neither a key nor a value holds a NUL. What is packed quickly is to be packed densely later, with its neighbours. */
export const pack = async (
  entries: readonly PackedEntry[],
  how: keyof typeof OPTIONS = 'densely',
): Promise<Packed> => {
  const parts = entries.map(({ key, value, appendedMs }) => `${appendedMs || ''}\0${key}\0${value}`)
  const text = [...parts, ...tracesOf(entries)].join('\0')
  const bytes = Buffer.from(text)
  return {
    entries: entries.length,
    size: text.length,
    oldestSession: oldestOf(entries),
    packed: await compress(bytes, how),
  }
}

const compress = async (bytes: Buffer, how: keyof typeof OPTIONS): Promise<Buffer> => {
  if (how === 'quickly' && bytes.length < QUICK_BELOW) return compressQuickly(bytes)
  return bytes.length < ASIDE_FROM
    ? zstdCompressSync(bytes, OPTIONS[how])
    : compressAside(bytes, OPTIONS[how])
}

/** No frame of zstd begins so. Then comes the checksum of the text. */
const QUICK = 1
const QUICK_HEAD = 5
const compressQuickly = (bytes: Buffer): Buffer => {
  const head = Buffer.allocUnsafe(QUICK_HEAD)
  head.writeUInt8(QUICK)
  head.writeUInt32BE(crc32(bytes), 1)
  return Buffer.concat([head, compressSync(bytes)])
}

const decompress = (packed: Uint8Array): Buffer => {
  if (packed[0] !== QUICK) return zstdDecompressSync(packed)
  const row = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  const bytes = uncompressSync(row.subarray(QUICK_HEAD))
  if (crc32(bytes) !== row.readUInt32BE(1)) throw new Error('A row of the log does not have its checksum.')
  return bytes
}

export type Unpacked = LogEntry & { appendedMs: number }

export const unpack = (packed: Uint8Array): Unpacked[] => {
  const parts = decompress(packed).toString().split('\0')
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

/** One part after those of the entries, which come in threes. None without a trace. */
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
