/** Decodes a CSV file in UTF-8, UTF-16 or Windows-1252. */
import { isUtf8 } from 'node:buffer'
import { setImmediate as turn } from 'node:timers/promises'

const CHUNK = 64 * 1024
/** Characters in one piece. Small enough that many empty rows do not block the event loop. */
const PIECE = 1024
const LOOK_AT = 1_024

const encodingOf = (file: Buffer): string => {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Latin text in UTF-16 has a zero in every second byte.
  const zeros = file
    .subarray(0, LOOK_AT)
    .reduce((sum, byte, at) => sum + (byte === 0 ? (at % 2) * 2 - 1 : 0), 0)
  if (Math.abs(zeros) > Math.min(file.length, LOOK_AT) / 4) return zeros > 0 ? 'utf-16le' : 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

/** Decodes in pieces and yields to the event loop after each. Skips the first `from` characters. */
export async function* decode(file: Buffer, from = 0): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(file))
  for (let at = 0; at < file.length; at += CHUNK) {
    const text = decoder.decode(file.subarray(at, at + CHUNK), { stream: true })
    for (let start = at === 0 ? from : 0; start < text.length; start += PIECE) {
      yield text.slice(start, start + PIECE)
      await turn()
    }
  }
  yield decoder.decode()
}

export const decodeStart = (file: Buffer): string =>
  new TextDecoder(encodingOf(file)).decode(file.subarray(0, CHUNK), { stream: true })
