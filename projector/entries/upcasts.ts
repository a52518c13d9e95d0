/** A new version of the log's entries is: its shape in `ingest/events.ts`, one more function here, and its golden files. */

type Fields = Record<string, unknown>
/** Leaves what it is given as it is: another reading has the same. */
export type Upcast = (entry: Readonly<Fields>) => Fields

/** The first makes version 1 into version 2, the second 2 into 3, and so on. Only version 1 has ever been shipped. */
export const UPCASTS: Upcast[] = []

export const currentVersion = (upcasts: Upcast[] = UPCASTS): number => upcasts.length + 1

export const upcast = (entry: Fields, version: number, upcasts: Upcast[] = UPCASTS): Fields =>
  upcasts.slice(version - 1).reduce((older, next) => next(older), entry)
