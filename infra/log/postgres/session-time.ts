/** When a session began, by its id, where it has not got its aged name yet. */
const TIMED = /^utm_(\d{13})_/
export const AGED = /_aged[0-9a-f]{24}$/
/** Earlier times were made up: the year 2020. */
const PLAUSIBLE_MS = 1_577_836_800_000

/** Milliseconds since 1970; null where there is nothing to age. */
export const timeToAge = (session: string): number | null => {
  const at = Number(TIMED.exec(session)?.[1] ?? 0)
  return at < PLAUSIBLE_MS || AGED.test(session) ? null : at
}
