import kafkajs from 'kafkajs'
import { compressFrameSync, decompressFrameSync } from 'lz4-napi'

/** Of Kafka's codecs, only LZ4 costs less CPU time than it saves, because a smaller batch is faster to checksum. */
export const COMPRESSION = kafkajs.CompressionTypes.LZ4

kafkajs.CompressionCodecs[COMPRESSION] = () => ({
  compress: async ({ buffer }: { buffer: Buffer }) => compressFrameSync(buffer),
  decompress: async (packed: Buffer) => decompressFrameSync(packed),
})
