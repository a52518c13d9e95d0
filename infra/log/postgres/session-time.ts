/** A session id contains the session's start in ms. Retention later replaces the id by one that matches AGED. */
const TIMED = /^utm_(\d{13})_/
export const AGED = /_aged[0-9a-f]{24}$/
/** The start of 2020, in ms since 1970. A session id with an earlier time is forged. */
const PLAUSIBLE_MS = 1_577_836_800_000

/** Start of the session in ms since 1970. null if the id has no plausible time or retention has replaced it. */
export const timeToAge = (session: string): number | null => {
  const at = Number(TIMED.exec(session)?.[1] ?? 0)
  return at < PLAUSIBLE_MS || AGED.test(session) ? null : at
}
