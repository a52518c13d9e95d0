/**
 * Fills the log's topic with the entries of another log, each once and in the order in which they are given. What is there is the
 * note of how far it came: whoever goes on reads it, holds it against the entries, and writes those that are missing.
 */
import { type Digest, differenceOf, openDigests } from '../digest.ts'
import type { Log, LogEntry } from '../log.ts'
import { partitionOf } from '../partition.ts'
import { openAttempt } from './append.ts'
import { parseKafkaUrl } from './connection.ts'
import { openKafkaLog } from './kafka.ts'

/** Gives the same entries in the same order each time that it is asked. */
export type Entries = () => AsyncIterable<LogEntry>
type OnWritten = (entries: number) => void
type Topic = { log: Log; url: string }

const AT_ONCE = { entries: 2_000, size: 1024 * 1024 }
/** Each reading begins with the first entry, whatever the group has come to. */
const GROUP = 'firsttouch-move'

/** Throws when the topic holds something else, or an append failed; called again it goes on. */
export const fillTopic = async (
  url: string,
  entries: Entries,
  onWritten: OnWritten = () => undefined,
): Promise<Digest[]> => {
  const log = await openKafkaLog(url)
  try {
    const held = await heldIn(log)
    await assertBeginning(entries, held)
    const wanted = await write({ log, url }, entries, held, onWritten)
    const written = await digestsIn(log)
    const wrong = differenceOf(wanted, written)
    if (wrong !== null) throw otherEntries(wrong)
    return written
  } finally {
    await log.close()
  }
}

/** What the topic holds; throws where it is not the beginning of these entries. */
export const heldOf = async (url: string, entries: Entries): Promise<number> => {
  const log = await openKafkaLog(url)
  try {
    const held = await heldIn(log)
    await assertBeginning(entries, held)
    return sumOf(held)
  } finally {
    await log.close()
  }
}

const sumOf = (digests: Digest[]): number => digests.reduce((sum, digest) => sum + digest.entries, 0)

const otherEntries = (partition: number): Error =>
  new Error(
    `The log's topic holds other entries than this installation, in its partition ${partition}: another one writes to it, or ` +
      'did. Name another topic in LOG_URL, or delete this one if nobody needs it.',
  )

const heldIn = async (log: Log): Promise<Digest[]> => {
  const positions = await log.positions(GROUP)
  return positions.every(({ end }) => end === 0)
    ? openDigests(positions.length).read()
    : digestsIn(log, positions)
}

const digestsIn = async (log: Log, given?: Awaited<ReturnType<Log['positions']>>): Promise<Digest[]> => {
  const positions = given ?? (await log.positions(GROUP))
  const removed = positions.find(({ start }) => start > 0)
  if (removed) throw otherEntries(removed.partition)
  const digests = openDigests(positions.length)
  const waiting = new Set(positions.filter(({ end }) => end > 0).map(({ partition }) => partition))
  const done = new AbortController()
  if (waiting.size === 0) done.abort()
  const ends = new Map(positions.map(({ partition, end }) => [partition, end]))
  await log.consume(
    GROUP,
    async records => {
      for (const record of records) {
        const { partition, offset } = record
        // A batch may come again.
        const end = ends.get(partition) ?? 0
        const due = digests.entries(partition)
        const isDue = offset === due && offset < end
        if (isDue) digests.take(partition, record)
        if (due + Number(isDue) >= end) waiting.delete(partition)
      }
      if (waiting.size === 0) done.abort()
    },
    { signal: done.signal, startAt: async () => 0 },
  )
  return digests.read()
}

const assertBeginning = async (entries: Entries, held: Digest[]): Promise<void> => {
  if (sumOf(held) === 0) return
  const ours = openDigests(held.length)
  for await (const entry of entries()) {
    const partition = partitionOf(entry.key, held.length)
    if (ours.entries(partition) < (held[partition]?.entries ?? 0)) ours.take(partition, entry)
  }
  const wrong = differenceOf(held, ours.read())
  if (wrong !== null) throw otherEntries(wrong)
}

const write = async (
  { url }: Topic,
  entries: Entries,
  held: Digest[],
  onWritten: OnWritten,
): Promise<Digest[]> => {
  const digests = openDigests(held.length)
  const attempt = openAttempt(parseKafkaUrl(url))
  let written = sumOf(held)
  let part: LogEntry[] = []
  let size = 0
  const send = async () => {
    if (part.length > 0) await attempt.send(part)
    written += part.length
    onWritten(written)
    part = []
    size = 0
  }
  try {
    for await (const entry of entries()) {
      const partition = partitionOf(entry.key, held.length)
      digests.take(partition, entry)
      if (digests.entries(partition) <= (held[partition]?.entries ?? 0)) continue
      part.push(entry)
      size += entry.key.length + entry.value.length
      if (part.length >= AT_ONCE.entries || size >= AT_ONCE.size) await send()
    }
    await send()
    return digests.read()
  } finally {
    attempt.close()
  }
}
