/** What entries of a log are, in their order, as one number for each partition: two logs of the same digests hold the same. */
import { createHash, type Hash } from 'node:crypto'
import type { LogEntry } from './log.ts'

export type Digest = { entries: number; sha256: string }

/** Takes a partition's entries one after the other. */
export const openDigest = () => {
  const hash: Hash = createHash('sha256')
  let entries = 0
  return {
    /** Neither a key nor a value of ours holds a NUL. */
    take: ({ key, value }: LogEntry): void => {
      hash.update(`${key}\0${value}\0`)
      entries += 1
    },
    entries: () => entries,
    /** Of what was taken until now. */
    read: (): Digest => ({ entries, sha256: hash.copy().digest('hex') }),
  }
}

/** One for each partition. */
export const openDigests = (partitions: number) => {
  const digests = Array.from({ length: partitions }, openDigest)
  return {
    take: (partition: number, entry: LogEntry): void => digests[partition]?.take(entry),
    entries: (partition: number): number => digests[partition]?.entries() ?? 0,
    read: (): Digest[] => digests.map(digest => digest.read()),
  }
}

/** The first partition in which they differ. */
export const differenceOf = (a: readonly Digest[], b: readonly Digest[]): number | null => {
  const at = a.findIndex(({ entries, sha256 }, i) => entries !== b[i]?.entries || sha256 !== b[i]?.sha256)
  return at === -1 && a.length === b.length ? null : Math.max(at, 0)
}
