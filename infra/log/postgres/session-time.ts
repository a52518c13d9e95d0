/** A session id contains the start of the session in ms, until retention replaces it by an id that matches AGED. */
const TIMED = /^utm_(\d{13})_/
export const AGED = /_aged[0-9a-f]{24}$/
/** Milliseconds, start of 2020. Earlier times are forged. */
const PLAUSIBLE_MS = 1_577_836_800_000

/** Start of the session in ms since 1970, for retention. null for an id without a time or already replaced. */
export const timeToAge = (session: string): number | null => {
  const at = Number(TIMED.exec(session)?.[1] ?? 0)
  return at < PLAUSIBLE_MS || AGED.test(session) ? null : at
}
