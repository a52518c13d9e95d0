/** Computes the time "as of" in the header: no figure on the screen is older. */
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
    /**
     * The stream names every changed read. Reads that it does not name would be the same if fetched now, so they
     * count as current up to `asOf`.
     */
    heard: (asOf: string | null) => {
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
  tell: (asOf: string | null) => void,
): { heard: (asOf: string | null) => void; close: () => void } => {
  const shown = openShownAsOf()
  let looking: ReturnType<typeof setTimeout> | undefined
  // The cache notifies before its update is complete, so compute in a later task.
  const lookSoon = () => {
    clearTimeout(looking)
    looking = setTimeout(() => tell(shown.of(shownReads(client, isWaiting))))
  }
  const stop = client.getQueryCache().subscribe(lookSoon)
  return {
    heard: asOf => {
      shown.heard(asOf)
      lookSoon()
    },
    close: () => {
      stop()
      clearTimeout(looking)
    },
  }
}
