import { crc32 } from 'node:zlib'

/** The partition that a key belongs to, for ever: the same in every process and release. */
export const partitionOf = (key: string, partitions: number): number => crc32(key) % partitions
