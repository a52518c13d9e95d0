import { crc32 } from 'node:zlib'

/** The partition of a key. It must be the same in every process and release. */
export const partitionOf = (key: string, partitions: number): number => crc32(key) % partitions
