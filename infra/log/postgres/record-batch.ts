/** Entries of the log that lie in one row, compressed together. */
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { LogEntry } from '../log.ts'
import { timeToAge } from './session-time.ts'

/** `appendedMs` counts from when the first of them was appended. */
export type PackedEntry = LogEntry & { appendedMs?: number }
export type Packed = { entries: number; size: number; oldestSession: number | null; packed: Buffer }

/** Longer texts are compressed beside the event loop. */
const ASIDE_FROM = 64 * 1024
const OPTIONS = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Neither a key nor a value holds a NUL. */
export const pack = async (entries: readonly PackedEntry[]): Promise<Packed> => {
  const parts = entries.map(({ key, value, appendedMs }) => `${appendedMs || ''}\0${key}\0${value}`)
  const text = [...parts, ...tracesOf(entries)].join('\0')
  const bytes = Buffer.from(text)
  return {
    entries: entries.length,
    size: text.length,
    oldestSession: oldestOf(entries),
    packed:
      bytes.length < ASIDE_FROM
        ? zstdCompressSync(bytes, OPTIONS)
        : await promisify(zstdCompress)(bytes, OPTIONS),
  }
}

export type Unpacked = LogEntry & { appendedMs: number }

export const unpack = (packed: Uint8Array): Unpacked[] => {
  const parts = zstdDecompressSync(packed).toString().split('\0')
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

/** One part behind those of the entries, which come in threes: releases before it do not look there. None without a trace. */
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
