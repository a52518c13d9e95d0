/** Start of a session in ms, read from an id that has no aged name yet. */
const TIMED = /^utm_(\d{13})_/
export const AGED = /_aged[0-9a-f]{24}$/
/** Milliseconds, start of 2020. Earlier times are forged. */
const PLAUSIBLE_MS = 1_577_836_800_000

/** Milliseconds since 1970. null when there is nothing to age. */
export const timeToAge = (session: string): number | null => {
  const at = Number(TIMED.exec(session)?.[1] ?? 0)
  return at < PLAUSIBLE_MS || AGED.test(session) ? null : at
}
