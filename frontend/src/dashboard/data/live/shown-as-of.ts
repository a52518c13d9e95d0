/** Computes the "as of" time that the header shows. No figure on the screen is older than this time. */
import type { QueryClient } from '@tanstack/react-query'
import { queriesNamed, READ_NAMES, READS, type ReadName } from '../reads.ts'

type ShownRead = {
  key: string
  asOf: string | null | undefined
  isBehind: boolean
}

const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a

export const openShownAsOf = () => {
  const known = new Map<string, string>()
  let streamed: string | null = null
  return {
    /** Call this for each message of the stream. Reads that the message does not name are current as of `asOf`. */
    onMessage: (asOf: string | null) => {
      streamed = later(streamed, asOf)
    },
    of: (reads: readonly ShownRead[]): string | null => {
      const times = reads.map(({ key, asOf, isBehind }) => {
        const before = known.get(key) ?? null
        const own = later(before, asOf ?? null)
        const until = isBehind ? own : later(own, streamed)
        if (until !== null) known.set(key, until)
        return until
      })
      return times.filter(time => time !== null).sort()[0] ?? null
    },
  }
}

const FIGURES = READ_NAMES.filter(name => READS[name].isFigure)

const shownReads = (client: QueryClient, isWaiting: (name: ReadName) => boolean): ShownRead[] =>
  FIGURES.flatMap(name =>
    client
      .getQueryCache()
      .findAll({ ...queriesNamed(name), type: 'active', predicate: ({ state }) => state.data !== undefined })
      .map(({ queryHash, state }) => ({
        key: queryHash,
        asOf: (state.data as { asOf?: string | null }).asOf,
        isBehind:
          state.isInvalidated || state.status === 'error' || state.fetchStatus !== 'idle' || isWaiting(name),
      })),
  )

export const watchShown = (
  client: QueryClient,
  isWaiting: (name: ReadName) => boolean,
  notify: (asOf: string | null) => void,
): { onMessage: (asOf: string | null) => void; close: () => void } => {
  const shown = openShownAsOf()
  let looking: ReturnType<typeof setTimeout> | undefined
  // The cache notifies its listeners before its update is complete, so compute in a later task.
  const lookSoon = () => {
    clearTimeout(looking)
    looking = setTimeout(() => notify(shown.of(shownReads(client, isWaiting))))
  }
  const stop = client.getQueryCache().subscribe(lookSoon)
  return {
    onMessage: asOf => {
      shown.onMessage(asOf)
      lookSoon()
    },
    close: () => {
      stop()
      clearTimeout(looking)
    },
  }
}
