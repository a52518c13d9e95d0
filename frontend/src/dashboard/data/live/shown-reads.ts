/** The figures that are on the screen now, from TanStack Query's cache. */
import type { QueryClient } from '@tanstack/react-query'
import { everyOf, READ_NAMES, READS, type ReadName } from '../reads.ts'
import { openShownAsOf, type ShownRead } from './shown-as-of.ts'

const FIGURES = READ_NAMES.filter(name => READS[name].isFigure)

const asOfIn = (data: unknown): string | null | undefined =>
  typeof data === 'object' && data !== null && 'asOf' in data ? (data.asOf as string | null) : undefined

const shownReads = (client: QueryClient, isWaiting: (name: ReadName) => boolean): ShownRead[] =>
  FIGURES.flatMap(name =>
    client
      .getQueryCache()
      .findAll({ ...everyOf(name), type: 'active' })
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryHash, state }) => ({
        key: queryHash,
        asOf: asOfIn(state.data),
        isBehind:
          state.isInvalidated || state.status === 'error' || state.fetchStatus !== 'idle' || isWaiting(name),
      })),
  )

/** Tells until when everything on the screen is counted, whenever that changes. */
export const watchShown = (
  client: QueryClient,
  isWaiting: (name: ReadName) => boolean,
  tell: (asOf: string | null) => void,
): { heard: (asOf: string | null) => void; close: () => void } => {
  const shown = openShownAsOf()
  // The cache notifies in the middle of a change: it is looked at once that is done.
  let looking: ReturnType<typeof setTimeout> | undefined
  const lookSoon = () => {
    looking ??= setTimeout(() => {
      looking = undefined
      tell(shown.of(shownReads(client, isWaiting)))
    })
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
