const randomBytes = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  try {
    return crypto.getRandomValues(bytes)
  } catch {
    return bytes.map(() => Math.random() * 256)
  }
}

const spell = (bytes: Uint8Array, letters: (byte: number) => string): string => {
  let text = ''
  for (const byte of bytes) text += letters(byte)
  return text
}

/** A UUID of version 7 (RFC 9562). Its first 48 bits are the time in milliseconds, so ids sort by creation time. */
export const uuidv7 = (now: number, random: Uint8Array = randomBytes(10)): string => {
  const time = now.toString(16).padStart(12, '0')
  const bits = spell(random, byte => (byte + 256).toString(16).slice(1))
  const variant = '89ab'[(random[9] ?? 0) % 4]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bits.slice(0, 3)}-${variant}${bits.slice(3, 6)}-${bits.slice(6, 18)}`
}

/** The time in an event id, in milliseconds since 1970. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Session ids have the format of section 9 of the specification. */
export const newSessionId = (now: number): string =>
  `utm_${now}_${spell(randomBytes(12), byte => (byte % 36).toString(36))}`
