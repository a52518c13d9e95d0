/** Identities made in the browser: of an event, and of a session. */

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

/** RFC 9562, version 7: 48 bits of time in ms, then random bits, so that ids sort by the time they were made. */
export const uuidv7 = (now: number, random: Uint8Array = randomBytes(16)): string => {
  const bytes = random.slice(0, 16)
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 2 ** (8 * (5 - i))) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The time inside an id, in ms. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Specification, section 9: utm_, a timestamp, a random string. */
export const newSessionId = (now: number): string =>
  `utm_${now}_${Array.from(randomBytes(12), byte => (byte % 36).toString(36)).join('')}`
