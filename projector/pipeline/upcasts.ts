/**
 * Older versions of a log entry become the current one when they are read. What the log holds is never changed.
 * A new version is: its shape in `ingest/events.ts`, one more function here, and its golden files in `golden/`.
 */

type Fields = Record<string, unknown>
/** Pure: makes an entry of one version into an entry of the next. */
export type Upcast = (entry: Fields) => Fields

/** The first makes version 1 into version 2, the second 2 into 3, and so on. Only version 1 has ever been shipped. */
export const UPCASTS: Upcast[] = []

/** The version that `upcasts` lead to: what this code reads. */
export const currentVersion = (upcasts: Upcast[] = UPCASTS): number => upcasts.length + 1

/** `version` must be from 1 to the current one. Throws what an upcast throws. */
export const upcast = (entry: Fields, version: number, upcasts: Upcast[] = UPCASTS): Fields =>
  upcasts.slice(version - 1).reduce((older, next) => next(older), entry)
